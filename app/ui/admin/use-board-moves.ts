import { useRevalidator } from "@remix-run/react";
import { useMemo, useState } from "react";
import { withMove, type BoardJob, type BoardRow } from "~/domain/admin/board-view";
import type { JustMoved } from "~/domain/bookings/booking-move";
import { dateAt, timeAt, type Instant } from "~/domain/time/harare";

/** A move or its undoing: on its way, done, or not done for a reason. */
type Latest = { kind: "moved"; moved: JustMoved } | { kind: "undone" } | { kind: "refused"; message: string };

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

export interface BoardMoves {
  /** The rows, with what is on its way where it goes. */
  rows: BoardRow[];
  latest: Latest | null;
  move: (job: BoardJob, from: BoardRow, to: { row: BoardRow; start: Instant }) => void;
  undo: (moved: JustMoved) => void;
}

/** How long a move is shown after the server agreed (ms): someone may have put it straight back. */
const SHOWN_FOR = 10_000;

const NO_ANSWER = "We couldn't move it. Check your connection and try again.";

/** Moves jobs of the board in place (`routes/resources/board-move.ts`), and takes that back (O26). */
export function useBoardMoves(loaded: BoardRow[]): BoardMoves {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState<Pending[]>([]);
  const [latest, setLatest] = useState<Latest | null>(null);
  // Not by the order of readings and answers: what arrives after an answer may have been read before the move.
  const isUnread = (move: Pending) => move.passed.some((place) => isAt(loaded, move.reference, place));
  if (!pending.every(isUnread)) setPending(pending.filter(isUnread));

  // The same rows on every render, until something changes.
  const rows = useMemo(
    () => pending.reduce((rows, move) => withMove(rows, move.reference, move), loaded),
    [loaded, pending],
  );

  function send(reference: string, fields: Record<string, string>) {
    return fetch(`/admin-moves/${reference}`, { method: "POST", body: new URLSearchParams(fields) })
      .then(async (response) => {
        const answer = (await response.json()) as { moved?: JustMoved; problem?: string };
        return response.ok ? answer : { problem: answer.problem ?? NO_ANSWER };
      })
      .catch(() => ({ problem: NO_ANSWER }) as { moved?: JustMoved; problem?: string });
  }

  return {
    rows,
    latest,
    move(job, from, { row, start }) {
      const { reference } = job;
      const before = pending.find((one) => one.reference === reference)?.passed ?? [];
      const sent = { reference, row: row.id, start, passed: [...before, { row: from.id, start: job.startsAt }] };
      const forget = () => setPending((all) => all.filter((one) => one !== sent));
      setLatest(null);
      setPending((all) => [...all.filter((one) => one.reference !== reference), sent]);
      void send(reference, {
        plumber: row.id,
        appointmentDate: dateAt(start),
        appointmentTime: timeAt(start),
        from: from.id,
        fromStart: String(job.startsAt),
      }).then(({ moved, problem }) => {
        setLatest(moved ? { kind: "moved", moved } : { kind: "refused", message: problem ?? NO_ANSWER });
        if (moved) setTimeout(forget, SHOWN_FOR);
        else forget();
        revalidate();
      });
    },
    undo({ reference, plumberId, startsAt, at }) {
      void send(reference, {
        intent: "undo",
        plumber: plumberId ?? "",
        start: String(startsAt),
        at: String(at),
      }).then(({ problem }) => {
        setLatest(problem ? { kind: "refused", message: problem } : { kind: "undone" });
        if (!problem) setPending((all) => all.filter((one) => one.reference !== reference));
        revalidate();
      });
    },
  };
}

const isAt = (rows: BoardRow[], reference: string, { row, start }: Place): boolean =>
  rows.some(({ id, jobs }) => id === row && jobs.some((job) => job.reference === reference && job.startsAt === start));
