import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { boardQuery, firstChoice, parseBoardChoice, daysOf } from "~/domain/admin/board/board";
import { listBoard } from "~/domain/admin/board/board.server";
import { packRows, unpackRows } from "~/domain/admin/board/packed-board";
import { dateAt, formatDate, instantOf } from "~/domain/time/harare";
import { adminLoader } from "~/http/guards";
import { BoardControls, BoardLegend } from "~/ui/admin/board-controls";
import { BoardGrid } from "~/ui/admin/board-grid";
import { MovedNotice } from "~/ui/admin/moved-notice";
import { useBoardMoves } from "~/ui/admin/use-board-moves";
import noPlumbers from "~/ui/illustrations/no-plumbers.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { Link } from "~/ui/shell/link";

export const { meta, ErrorBoundary, shouldRevalidate } = dashboardPage({
  title: "Board",
  failed: "Failed to fetch bookings",
  home: "/admin-dashboard/dispatch",
});

/** A page of the board (O26). */
export const loader = adminLoader(async ({ context, url }) => {
  const { db, now } = context;
  const today = dateAt(now);
  const choice = parseBoardChoice(url.searchParams, today) ?? firstChoice(today);
  const board = await listBoard(db, choice);
  const days = daysOf(choice.view, choice.day);
  return {
    choice,
    days,
    board: { ...board, rows: packRows(board.rows, instantOf(days[0]!, 0)) },
    today,
    now,
  };
});

export default function BoardPage() {
  const { choice, days, board, today, now } = useLoaderData<typeof loader>();
  const rows = useMemo(() => unpackRows(board.rows), [board]);
  const moves = useBoardMoves(rows);
  const first = formatDate(days[0]!, choice.view === "day" ? "long" : "short");
  const hasPlumbers = rows.some(({ hours }) => hours !== null);
  return (
    <div className="grid gap-3">
      <div className="board-title">
        <h1>Board</h1>
        <p>{days.length > 1 ? `${first} to ${formatDate(days.at(-1)!, "short")}` : first}</p>
        <BoardLegend />
      </div>
      <BoardControls choice={choice} today={today} />
      <MovedNotice moves={moves} day={choice.day} />
      {board.isCut && (
        <p className="text-ink-2">There are more jobs than fit here. Choose a suburb to see all of them.</p>
      )}
      {!hasPlumbers && rows.every(({ jobs }) => jobs.length === 0) ? (
        <EmptyState illustration={noPlumbers} text="No plumbers found here." />
      ) : (
        <BoardGrid choice={choice} rows={moves.rows} onMove={moves.move} days={days} now={now} />
      )}
      {(board.next ?? choice.cursor) && (
        <nav aria-label="Pages" className="flex flex-wrap gap-2">
          {choice.cursor && (
            <Link to={boardQuery(choice)} className="chip">
              First plumbers
            </Link>
          )}
          {board.next && (
            <Link to={boardQuery(choice, { cursor: board.next })} className="chip">
              More plumbers
            </Link>
          )}
        </nav>
      )}
    </div>
  );
}
