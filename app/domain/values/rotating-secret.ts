/** The values of a secret while it is changed: the first one signs, all of them verify. */
export type RotatingSecret = readonly [current: string, ...earlier: string[]];

/** The values of a secret that stands in the environment, the newest first, separated by blanks or commas; null where there is none. */
export function parseRotatingSecret(text: string): RotatingSecret | null {
  const [current, ...earlier] = text.split(/[\s,]+/).filter(Boolean);
  return current === undefined ? null : [current, ...earlier];
}
