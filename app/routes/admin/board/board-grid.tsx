import { useEffect, useRef, useState } from "react";
import { boardQuery, hoursShown, type BoardChoice } from "~/domain/admin/board/board";
import { dateAt, formatDate, type Instant, type LocalDate } from "~/domain/time/harare";
import { countOf } from "~/domain/values/numbers";
import { Link, useHasScript } from "~/ui/shell/elements";
import { attachBoardDrag, referenceOf, type BoardHost } from "./board-drag";
import { BoardLine, NowLine } from "./board-row";
import type { BoardMoves } from "./use-board-moves";

type Props = Pick<BoardMoves, "rows" | "move"> & { choice: BoardChoice; days: LocalDate[]; now: Instant };

export function BoardGrid({ choice, rows: current, move, days, now }: Props) {
  const [isHeld, hold] = useState(false);
  const rows = useHeld(current, isHeld);
  const range = choice.view === "day" ? hoursShown(rows) : null;
  const query = boardQuery(choice, { cursor: choice.cursor });
  const board = useRef<HTMLElement>(null);
  const announcer = useRef<HTMLParagraphElement>(null);
  const clock = useClock(now);
  const hasScript = useHasScript();
  const toFocus = useRef<string | null>(null);

  const host: BoardHost = {
    rows,
    days,
    range,
    now: clock,
    hold,
    drop(job, from, to, byKey) {
      if (byKey) toFocus.current = job.reference;
      move(job, from, to);
    },
  };
  const latest = useRef(host);
  useEffect(() => {
    latest.current = host;
  });
  useEffect(() => attachBoardDrag(board.current!, announcer.current!, () => latest.current), []);
  // Where the day is wider than the screen, it opens at the present hour, and no hour is cut.
  useEffect(() => {
    const line = board.current?.querySelector<HTMLElement>(".board-now");
    if (!line) return;
    const { clientWidth: width, scrollWidth, dataset } = board.current!;
    const hour = line.parentElement!.clientWidth / Number(dataset["hours"]);
    board.current!.scrollLeft = Math.floor(Math.min(line.offsetLeft - width / 3, scrollWidth - width) / hour) * hour;
  }, [choice.day]);
  // Another row draws the job that a key has moved: the focus goes along.
  useEffect(() => {
    if (document.activeElement !== document.body || !toFocus.current) return;
    [...board.current!.querySelectorAll<HTMLElement>("[data-job]")]
      .find((block) => referenceOf(block) === toFocus.current)
      ?.focus();
  }, [rows]);

  return (
    <>
      <p ref={announcer} role="status" className="sr-only" />
      <section
        ref={board}
        className={`board board-${choice.view} ${rows.length <= FEW ? "is-roomy" : ""}`.trim()}
        data-hours={range ? range.last - range.first : undefined}
        tabIndex={0}
        aria-label="Jobs by plumber"
        aria-describedby={hasScript ? "board-keys" : undefined}
      >
        <div className="board-body">
          <div className="board-row board-head">
            <div className="board-who">{countOf(rows.filter(({ hours }) => hours !== null).length, "plumber")}</div>
            <div className="board-track">
              {range
                ? Array.from({ length: range.last - range.first }, (_, at) => (
                    <span key={at}>{hourOf(range.first + at)}</span>
                  ))
                : days.map((day) => (
                    <Link
                      key={day}
                      to={boardQuery(choice, { view: "day", day })}
                      aria-current={day === dateAt(now) ? "date" : undefined}
                    >
                      {formatDate(day, "short")}
                    </Link>
                  ))}
            </div>
          </div>
          {range && choice.day === dateAt(now) && <NowLine clock={clock} now={now} range={range} />}
          <ul>
            {rows.map((row) => (
              <BoardLine key={row.id} row={row} days={days} range={range} query={query} />
            ))}
          </ul>
        </div>
      </section>
      {hasScript && (
        <p id="board-keys" className="hidden text-sm text-ink-2 lg:block">
          Drag a job to move it. By keyboard: Space lifts it, the arrow keys move it, Enter drops it, Escape takes it
          back.
        </p>
      )}
    </>
  );
}

/** Up to this many plumbers get taller rows. */
const FEW = 10;

const hourOf = (hour: number) => `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "am" : "pm"}`;

function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [kept, setKept] = useState(value);
  if (!isHeld && kept !== value) setKept(value);
  return isHeld ? kept : value;
}

function useClock(now: Instant): () => Instant {
  const since = useRef({ now, at: 0 });
  useEffect(() => {
    since.current = { now, at: performance.now() };
  }, [now]);
  const [clock] = useState(() => () => {
    const { now, at } = since.current;
    return at === 0 ? now : now + performance.now() - at;
  });
  return clock;
}
