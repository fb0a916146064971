/** The values of a secret while it is changed: the first one signs, all of them verify. */
export type RotatingSecret = readonly [current: string, ...earlier: string[]];

/** Reads a variable's values, newest first, separated by blanks or commas; null without any. */
export function parseRotatingSecret(text: string): RotatingSecret | null {
  const [current, ...earlier] = text.split(/[\s,]+/).filter(Boolean);
  return current === undefined ? null : [current, ...earlier];
}
