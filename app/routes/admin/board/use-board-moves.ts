import { OWNER_FIELD } from "~/domain/values/user";
import { useOwner } from "~/ui/forms/owned-form";
import { useRevalidator } from "@remix-run/react";
import { useEffect, useMemo, useRef, useState } from "react";
import { withMove, type BoardJob, type BoardRow } from "~/domain/admin/board/board";
import { dateAt, timeAt, type Instant } from "~/domain/time/harare";

interface Place {
  row: string;
  start: Instant;
}

/** A job that is shown where it goes until the board is read with it somewhere else than where it was. */
interface Pending extends Place {
  reference: string;
  /** Where it was, and where it has been dropped since. */
  passed: Place[];
}

interface Waiting {
  move: Pending;
  /** An earlier move of the same job, which is on its way. */
  previous: Pending | undefined;
  timer: ReturnType<typeof setTimeout>;
  send: (isLeft: boolean) => Promise<void>;
}

export interface BoardMoves {
  rows: BoardRow[];
  /** Where the last move goes, while it can be undone: nothing is saved yet. */
  held: { plumber: string; start: Instant } | null;
  outcome: "undone" | { problem: string } | null;
  move: (job: BoardJob, from: BoardRow, to: { row: BoardRow; start: Instant }) => void;
  undo: () => void;
}

const UNDO_BUTTON_MS = 10_000;
/** The time that a move is shown after the server agreed (ms): someone may have put it straight back. */
const SHOWN_MS = 10_000;

/** A move whose answer is lost may have been made. */
const NO_ANSWER = "may not have been moved: no answer came. Check your connection, then look where it stands.";
const SIGNED_OUT = "wasn't moved. You're signed out, or someone else is signed in here. Sign in, then move it again.";

/**
 * Moves jobs of the board in place (`routes/resources/board-move.ts`). A move is held for ten seconds, in which it can be
 * undone (O26); it is sent sooner when the page is left, and before the next move.
 */
export function useBoardMoves(loaded: BoardRow[]): BoardMoves {
  const { revalidate } = useRevalidator();
  const owner = useOwner();
  const [pending, setPending] = useState<Pending[]>([]);
  const [held, setHeld] = useState<BoardMoves["held"]>(null);
  const [outcome, setOutcome] = useState<BoardMoves["outcome"]>(null);
  const waiting = useRef<Waiting | null>(null);
  const answered = useRef(Promise.resolve());
  // Not by the order of readings and answers: what arrives after an answer may have been read before the move.
  const isUnread = (move: Pending) => move.passed.some((place) => isAt(loaded, move.reference, place));
  if (!pending.every(isUnread)) setPending(pending.filter(isUnread));

  const rows = useMemo(
    () => pending.reduce((rows, move) => withMove(rows, move.reference, move), loaded),
    [loaded, pending],
  );

  useEffect(() => {
    const leave = () => void waiting.current?.send(true);
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, []);

  const replace = (move: Pending, by?: Pending) =>
    setPending((all) => [...all.filter((one) => one !== move), ...(by ? [by] : [])]);

  function stopWaiting(): Waiting | null {
    const one = waiting.current;
    clearTimeout(one?.timer);
    waiting.current = null;
    setHeld(null);
    return one;
  }

  async function post(move: Pending, fields: Record<string, string>, client: string) {
    const { reference } = move;
    const problem = await fetch(`/admin-moves/${reference}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      keepalive: true,
    })
      .then(async (response) => {
        if (response.redirected) return SIGNED_OUT;
        if (response.ok) return null;
        const { problem } = (await response.json()) as { problem?: string };
        return problem ? `wasn't moved. ${problem}` : NO_ANSWER;
      })
      .catch(() => NO_ANSWER);
    if (problem === null) setTimeout(() => replace(move), SHOWN_MS);
    else {
      replace(move);
      // A later move of this job began where it never was.
      if (waiting.current?.move.reference === reference) replace(stopWaiting()!.move);
      setOutcome({ problem: `The job of ${client} (${reference}) ${problem}` });
    }
    // It would lead to sign-in, and the words would go with the page.
    if (problem !== SIGNED_OUT) revalidate();
  }

  return {
    rows,
    held,
    outcome,
    move(job, from, { row, start }) {
      void waiting.current?.send(false);
      const { reference } = job;
      const previous = pending.find((one) => one.reference === reference);
      const passed = [...(previous?.passed ?? []), { row: from.id, start: job.startsAt }];
      const move = { reference, row: row.id, start, passed };
      const fields = {
        plumber: row.id,
        appointmentDate: dateAt(start),
        appointmentTime: timeAt(start),
        from: from.id,
        [OWNER_FIELD]: owner ?? "",
        fromStart: String(job.startsAt),
      };
      const send = (isLeft: boolean) => {
        stopWaiting();
        // One after the other, as each builds on the last; a page that is being left can't wait.
        answered.current = isLeft
          ? post(move, { ...fields, isLeft: "1" }, job.client)
          : answered.current.then(() => post(move, fields, job.client));
        return answered.current;
      };
      waiting.current = { move, previous, send, timer: setTimeout(() => void send(false), UNDO_BUTTON_MS) };
      setHeld({ plumber: row.name, start });
      setOutcome(null);
      setPending((all) => [...all.filter((one) => one.reference !== reference), move]);
    },
    undo() {
      const undone = stopWaiting();
      if (!undone) return;
      replace(undone.move, undone.previous);
      setOutcome("undone");
    },
  };
}

const isAt = (rows: BoardRow[], reference: string, { row, start }: Place): boolean =>
  rows.some(({ id, jobs }) => id === row && jobs.some((job) => job.reference === reference && job.startsAt === start));
