/** Counts the letters to change, add, leave out or swap with a neighbour (optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to++) {
      const isSwapped = at > 0 && to > 0 && one[at] === other[to - 1] && one[at - 1] === other[to];
      next.push(
        Math.min(
          next[to]! + 1,
          row[to + 1]! + 1,
          row[to]! + (one[at] === other[to] ? 0 : 1),
          isSwapped ? before[to - 1]! + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
