/** How a list is sorted, from its address: as `first` ("-recorded": latest first), or that turned around. */
export const parseSort = (text: string | null, first: string): string =>
  text === (first.startsWith("-") ? first.slice(1) : `-${first}`) ? text : first;

export const isAscending = (sort: string): boolean => !sort.startsWith("-");
