/** A plumber's figures for the office (O15). */
export interface PlumberStats {
  /**
   * Acceptance rate: the whole percent of answered requests that were confirmed; an expired one counts against it. Null
   * without any.
   */
  acceptance: number | null;
  /** Median minutes from the request (or the assignment) to the plumber's answer; null without any. */
  minutesToAnswer: number | null;
  /**
   * Completion rate: the whole percent of closed jobs that were completed, excluding client cancellations; null without
   * any.
   */
  completionWithoutClients: number | null;
}
