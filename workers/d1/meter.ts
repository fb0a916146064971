import type { Step } from "./pipeline";

/** What a request has asked of D1. */
export interface D1Meter {
  step: Step;
  /** Calls that had to wait for one another: what a visitor far from the database pays for (law 6). */
  depth(): number;
  calls(): number;
  /** Rows that D1 has read for it, as far as it said. */
  rowsRead(): number;
  /** Whether it has queued a notice. */
  hasQueuedNotice(): boolean;
}

/** What queues notices; marking them as seen does not. */
const QUEUES_NOTICE = /^\s*(insert into|update) "notices"(?! set "seen_at")/;

/**
 * Counts calls. A call's depth is one more than that of the deepest call which had ended when it began: calls side by
 * side share a depth. `delayMs` stands for a database far away.
 */
export function meterD1(delayMs = 0): D1Meter {
  let calls = 0;
  let deepest = 0;
  let ended = 0;
  let rows = 0;
  let hasQueued = false;

  async function step(...[call, send]: Parameters<Step>): Promise<unknown> {
    calls += 1;
    const depth = ended + 1;
    deepest = Math.max(deepest, depth);
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    try {
      const result = await send(call);
      const answers: unknown[] = [result].flat();
      for (const answer of answers) rows += metaOf(answer)?.rows_read ?? 0;
      // A row that a statement returns by itself comes without a count.
      hasQueued ||= call.statements.some((text, at) => QUEUES_NOTICE.test(text) && metaOf(answers[at])?.changes !== 0);
      return result;
    } catch (error) {
      // It may have been stored all the same.
      hasQueued ||= call.statements.some((text) => QUEUES_NOTICE.test(text));
      throw error;
    } finally {
      ended = Math.max(ended, depth);
    }
  }

  return { step, depth: () => deepest, calls: () => calls, rowsRead: () => rows, hasQueuedNotice: () => hasQueued };
}

/** What D1 says with an answer of `all`, `run` or `batch`; the other calls say nothing. */
const metaOf = (answer: unknown) => (answer as Partial<D1Result> | null)?.meta;
