/** A number of things in words: `1 photo`, `3 photos`, `2 people`. `many` is for plurals without an `s`. */
export const countOf = (count: number | string, one: string, many = `${one}s`): string =>
  `${count} ${Number(count) === 1 ? one : many}`;
