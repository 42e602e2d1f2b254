// Quarter turns of the photo, clockwise: where a box and the image then are.

/** Return a box, in fractions of the photo, on the turned photo. */
export function turned({ left, top, width, height }, turns) {
  if (turns === 1) return { left: 1 - top - height, top: left, width: height, height: width };
  if (turns === 2) return { left: 1 - left - width, top: 1 - top - height, width, height };
  if (turns === 3) return { left: top, top: 1 - left - width, width: height, height: width };
  return { left, top, width, height };
}

/** Return the size of a turned photo. */
export function turnedSize({ width, height }, turns) {
  return turns % 2 ? { width: height, height: width } : { width, height };
}

/** Turn an image within a frame of this size, which is that of the turned photo. */
export function turnImage(image, { width, height }, turns) {
  const own = turnedSize({ width, height }, turns);
  Object.assign(image.style, {
    width: `${own.width}px`,
    height: `${own.height}px`,
    left: `${(width - own.width) / 2}px`,
    top: `${(height - own.height) / 2}px`,
    transform: turns ? `rotate(${turns * 90}deg)` : "",
  });
}
