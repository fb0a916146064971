/** Adds one statement to the batch that fills the town. */
export type Run = (sql: string) => Promise<unknown>;

/** How many of each the filled town has. */
export interface TownSize {
  /** Everybody, plumbers and the office included. */
  users: number;
  plumbers: number;
  bookings: number;
  messages: number;
}

/** Begins a statement that goes over the numbers `i` of `n`, from 0. */
export const numbers = (count: number): string =>
  `with recursive n(i) as (select 0 union all select i + 1 from n where i < ${count - 1})`;

/** An SQL expression: the list's element at `index`, which begins again at its end. */
export const pick = (list: readonly (string | number)[], index: string): string =>
  `json_extract('${JSON.stringify(list).replaceAll("'", "''")}', '$[' || ((${index}) % ${list.length}) || ']')`;

/** An SQL expression: a whole number below `below` that looks like chance and is the same each time. */
export const spread = (number: string, below: number): string => `(((${number}) * 7919 + 104729) % 1000003 % ${below})`;
