import type { paths } from "./generated/schema.js";

/** The operations under a base, by the rest of their path: `/albums/{albumId}`. */
type Under<Base extends string> = {
  [Path in keyof paths as Path extends `${Base}${infer Rest}` ? Rest : never]: paths[Path];
};

/** Methods of version 1 where they have another shape, else those of version 2. */
type Merged<New, Old> = {
  [Method in keyof New]: Method extends keyof Old
    ? [Old[Method]] extends [undefined]
      ? New[Method]
      : Old[Method]
    : New[Method];
};

type Older<New, Old> = {
  [Path in keyof New]: Path extends keyof Old ? Merged<New[Path], Old[Path]> : New[Path];
};

/** The paths of a group (`admin-api`) in version 2. */
export type V2<Name extends string> = Under<`/${Name}/api/v2`>;

/** The same in version 1: the document has only those that differ. */
export type V1<Name extends string> = Older<V2<Name>, Under<`/${Name}/api/v1`>>;
