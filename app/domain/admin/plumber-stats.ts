/** How a plumber works, by their latest 100 jobs. */
export interface PlumberStats {
  /** Of the answered requests, the whole percent that was confirmed; null without any. */
  acceptance: number | null;
  /** Minutes from the request (or from the desk's assignment) to the plumber's answer, the middle one; null without any. */
  minutesToAnswer: number | null;
  /** Completed of all that were not cancelled by their clients, a whole percent; null without any. */
  completionWithoutClients: number | null;
}
