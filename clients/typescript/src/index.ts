/** A typed client of the Finishline API: all groups, both versions. */

export type { Access } from "./access.js";
export * from "./client.js";
export type { components, operations, paths } from "./generated/schema.js";
export type { Answer, Group } from "./group.js";
export * from "./problems.js";
export { waitFor, waitForJob } from "./waiting.js";
