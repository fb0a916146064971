import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { suburbsOf } from "~/content/suburbs";
import {
  BOARD_PATH,
  boardQuery,
  firstChoice,
  parseBoardChoice,
  type BoardChoice,
  BOARD_VIEWS,
  daysOf,
  packRows,
  unpackRows,
} from "~/domain/admin/board/board";
import { listBoard } from "~/domain/admin/board/board.server";
import { KEPT_STATUSES } from "~/domain/bookings/booking";
import { addDays, dateAt, formatDate, instantOf, timeAt, type LocalDate, unreadDay } from "~/domain/time/harare";
import { CITIES, cityKey, suburbKey } from "~/domain/values/cities";
import { adminLoader } from "~/http/guards";
import { ChoiceForm, Chip, officePage } from "~/ui/admin/office-page";
import { ListTools, UnreadDay } from "~/ui/admin/list-tools";
import { withKey } from "~/ui/admin/shortcuts";
import { Options } from "~/ui/forms/options";
import { StatusBadge } from "~/ui/bookings/status-badge";
import { EmptyState, Icon, Notice } from "~/ui/shell/elements";
import noPlumbers from "~/ui/illustrations/no-plumbers.svg?url";
import { BoardGrid } from "./board-grid";
import { useBoardMoves, type BoardMoves } from "./use-board-moves";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage("Board", "bookings", { list: "dispatch" });

export const loader = adminLoader(async ({ context, url }) => {
  const { db, now } = context;
  const today = dateAt(now);
  const choice = parseBoardChoice(url.searchParams, today) ?? firstChoice(today);
  const board = await listBoard(db, choice);
  const days = daysOf(choice.view, choice.day);
  const unread = unreadDay(url.searchParams);
  return { choice, unread, days, board: { ...board, rows: packRows(board.rows, instantOf(days[0]!, 0)) }, today, now };
});

export default function BoardPage() {
  const { choice, unread, days, board, today, now } = useLoaderData<typeof loader>();
  const rows = useMemo(() => unpackRows(board.rows), [board]);
  const moves = useBoardMoves(rows);
  const first = formatDate(days[0]!, choice.view === "day" ? "long" : "short");
  const where = CITIES.find((name) => cityKey(name) === choice.city) ?? choice.city ?? "All of Zimbabwe";
  const hasPlumbers = rows.some(({ hours }) => hours !== null);
  return (
    <div className="grid gap-3">
      <div className="board-title">
        <h1>Board</h1>
        <p>{[where, days.length > 1 ? `${first} to ${formatDate(days.at(-1)!, "short")}` : first].join(", ")}</p>
        <p className="board-legend">
          {KEPT_STATUSES.map((status) => (
            <StatusBadge key={status} status={status} />
          ))}
        </p>
      </div>
      <BoardControls choice={choice} today={today} />
      <UnreadDay typed={unread} shown="today" />
      <MovedNotice moves={moves} day={choice.day} />
      {board.isCut && (
        <p className="text-ink-2">There are more jobs than fit here. Choose a suburb to see all of them.</p>
      )}
      {!hasPlumbers && rows.every(({ jobs }) => jobs.length === 0) ? (
        <EmptyState illustration={noPlumbers} text="No plumbers found here." />
      ) : (
        <BoardGrid choice={choice} rows={moves.rows} move={moves.move} days={days} now={now} />
      )}
      {(board.next ?? choice.cursor) && (
        <nav aria-label="Pages" className="flex flex-wrap gap-2">
          {choice.cursor && <Chip to={boardQuery(choice)} label="First plumbers" />}
          {board.next && <Chip to={boardQuery(choice, { cursor: board.next })} label="More plumbers" />}
        </nav>
      )}
    </div>
  );
}

function BoardControls({ choice, today }: { choice: BoardChoice; today: LocalDate }) {
  const { view, day, city } = choice;
  const step = view === "day" ? 1 : 7;
  const to = (changed: Partial<BoardChoice>) => boardQuery(choice, changed);
  const suburb = city && suburbsOf(city).find((name) => suburbKey(name) === choice.suburb);
  return (
    <div className="board-controls">
      <nav aria-label="Days" className="board-days">
        <Chip to={to({ day: addDays(day, -step) })} {...withKey("[")}>
          <Icon name="arrow-left" /> <span>Previous</span>
        </Chip>
        <Chip to={to({ day: today })} label="Today" />
        <Chip to={to({ day: addDays(day, step) })} {...withKey("]")}>
          <span>Next</span> <Icon name="chevron-right" />
        </Chip>
        {BOARD_VIEWS.map((one) => (
          <Chip key={one} to={to({ view: one })} isChosen={one === view} label={one === "day" ? "Day" : "Week"} />
        ))}
      </nav>
      <ListTools chosen={suburb ? [suburb] : []}>
        <ChoiceForm key={to({})} action={BOARD_PATH}>
          {view !== "day" && <input type="hidden" name="view" value={view} />}
          <label>
            <span className="sr-only" data-key="c">
              City
            </span>
            <select name="city" className="input" aria-keyshortcuts="c" defaultValue={city ?? "all"}>
              <Options choices={CITIES.map((name) => [cityKey(name), name])} />
              {city && !CITIES.some((name) => cityKey(name) === city) && <option value={city}>{city}</option>}
              <option value="all">All of Zimbabwe</option>
            </select>
          </label>
          {city && suburbsOf(city).length > 0 && (
            <label>
              <span className="sr-only">Suburb</span>
              <select name="suburb" className="input" defaultValue={choice.suburb ?? ""}>
                <option value="">All suburbs</option>
                <Options choices={suburbsOf(city).map((name) => [suburbKey(name), name])} />
              </select>
            </label>
          )}
          <label>
            <span className="sr-only">Day</span>
            <input type="date" name="day" className="input" defaultValue={day} />
          </label>
        </ChoiceForm>
      </ListTools>
    </div>
  );
}

function MovedNotice({ moves: { held, outcome, undo }, day }: { moves: BoardMoves; day: LocalDate }) {
  const on = held && dateAt(held.start) !== day ? `${formatDate(dateAt(held.start), "short")}, ` : "";
  return (
    <>
      {outcome === "undone" && <Notice kind="success">It is back where it was. Nobody was told.</Notice>}
      {outcome !== null && outcome !== "undone" && <Notice kind="danger">{outcome.problem}</Notice>}
      {held && (
        <div className="board-moved" role="status">
          <p>{`Moving to ${held.plumber ? `${held.plumber}, ` : ""}${on}${timeAt(held.start)}. Not saved yet.`}</p>
          <button type="button" className="button button-quiet" data-key="u" aria-keyshortcuts="u" onClick={undo}>
            <Icon name="undo-2" /> Undo
          </button>
        </div>
      )}
    </>
  );
}
