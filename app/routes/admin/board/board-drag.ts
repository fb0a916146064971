import {
  judgePlace,
  mayDrop,
  minuteAtFraction,
  minutesIn,
  NOBODY,
  moveToDay,
  SPOT_WORDS,
  stepMinute,
  type BoardJob,
  type BoardRow,
  type HourRange,
  type Spot,
} from "~/domain/admin/board/board";
import {
  addDays,
  dateAt,
  formatDate,
  instantOf,
  minuteAt,
  timeAt,
  type Instant,
  type LocalDate,
} from "~/domain/time/harare";

/** The board's state and verbs, read at each step: React may have rendered again meanwhile. */
export interface BoardHost {
  rows: BoardRow[];
  days: LocalDate[];
  range: HourRange | null;
  now: () => Instant;
  /** Tells that a drag has begun or ended: changes of others wait meanwhile. */
  hold: (isHeld: boolean) => void;
  drop: (job: BoardJob, from: BoardRow, to: { row: BoardRow; start: Instant }, byKey: boolean) => void;
}

interface Lifted {
  block: HTMLElement;
  job: BoardJob;
  from: BoardRow;
  /** Where the pointer took it, from its left edge; null: by a key. */
  grip: number | null;
  target: { row: BoardRow; start: Instant; spot: Spot };
}

export const referenceOf = (block: HTMLElement): string =>
  new URL((block as HTMLAnchorElement).href).pathname.split("/").at(-1)!;

const CLICK_WITHIN = 5;
const EDGE = 36;
const SCROLL_STEP = 12;

/**
 * Lets jobs be dragged on a board (O26), by pointer and by keys, on the elements themselves: one transform a frame, and React
 * draws nothing meanwhile. Returns what ends it.
 */
export function attachBoardDrag(board: HTMLElement, announcer: HTMLElement, host: () => BoardHost): () => void {
  const body = board.querySelector<HTMLElement>(".board-body")!;
  const list = body.querySelector<HTMLElement>(":scope > ul")!;
  const lineOf = (row: BoardRow) => list.children[host().rows.findIndex(({ id }) => id === row.id)];
  const ghost = document.createElement("div");
  ghost.className = "board-ghost";
  ghost.setAttribute("aria-hidden", "true");
  let pressed: { block: HTMLElement; x: number; y: number } | null = null;
  let lifted: Lifted | null = null;
  let pointer = { x: 0, y: 0 };
  let frame = 0;
  let ignoresClick = false;

  function lift(block: HTMLElement, grip: number | null): boolean {
    const reference = referenceOf(block);
    const from = host().rows.find(({ jobs }) => jobs.some((job) => job.reference === reference));
    const job = from?.jobs.find((job) => job.reference === reference);
    if (!from || !job) return false;
    lifted = { block, job, from, grip, target: { row: from, start: job.startsAt, spot: "free" } };
    block.classList.add("board-lifted");
    body.appendChild(ghost);
    host().hold(true);
    aim(from, job.startsAt);
    return true;
  }

  function end() {
    if (!lifted) return;
    cancelAnimationFrame(frame);
    frame = 0;
    lifted.block.classList.remove("board-lifted");
    ghost.remove();
    lifted = null;
    host().hold(false);
  }

  function putBack() {
    if (!lifted) return;
    end();
    announcer.textContent = "Back where it was.";
  }

  function drop() {
    if (!lifted) return;
    const { job, from, target, grip } = lifted;
    const isElsewhere = target.row.id !== from.id || target.start !== job.startsAt;
    end();
    if (!isElsewhere) return;
    // The page may be old: a start that was free may be past now.
    const spot = judgePlace(target.row, target.start, job, from, host().now());
    if (!mayDrop(spot)) announcer.textContent = `Not moved: ${SPOT_WORDS[spot]}.`;
    else host().drop(job, from, target, grip === null);
  }

  function aim(row: BoardRow, start: Instant) {
    if (!lifted) return;
    const { range, days, now } = host();
    const { job, from } = lifted;
    const spot = judgePlace(row, start, job, from, now());
    lifted.target = { row, start, spot };
    const track = lineOf(row)?.querySelector(".board-track");
    if (!track) return;
    const cell = range ? track : track.children[days.indexOf(dateAt(start))];
    if (!cell) return;
    const box = cell.getBoundingClientRect();
    const origin = body.getBoundingClientRect();
    const hour = range ? box.width / (range.last - range.first) : 0;
    const left = box.left - origin.left + (range ? (minuteAt(start) / 60 - range.first) * hour : 0);
    ghost.style.width = `${range ? (minutesIn(row, job, from) / 60) * hour : box.width}px`;
    ghost.style.transform = `translate(${left}px, ${box.top - origin.top}px)`;
    ghost.dataset["spot"] = mayDrop(spot) ? (spot === "free" ? "free" : "unusual") : "taken";
    ghost.textContent = `${timeAt(start)} · ${SPOT_WORDS[spot]}`;
    const who = row.id === NOBODY ? "No plumber" : row.name;
    const when = range ? "" : `${formatDate(dateAt(start), "short")}, `;
    announcer.textContent = `${who}, ${when}${timeAt(start)}: ${SPOT_WORDS[spot]}`;
  }

  function followPointer() {
    frame = 0;
    if (!lifted || lifted.grip === null) return;
    const edges = board.getBoundingClientRect();
    const step = pointer.y < edges.top + EDGE + 32 ? -SCROLL_STEP : pointer.y > edges.bottom - EDGE ? SCROLL_STEP : 0;
    const before = board.scrollTop;
    if (step) board.scrollTop += step;
    const under = document.elementFromPoint(pointer.x, pointer.y);
    const line = under?.closest(".board-row");
    const track = line?.querySelector(".board-track");
    const { rows, range } = host();
    const row = line ? rows[[...list.children].indexOf(line)] : undefined;
    if (row && track) {
      const box = track.getBoundingClientRect();
      const day = under?.closest<HTMLElement>("[data-day]")?.dataset["day"];
      const { job } = lifted;
      const start = range
        ? instantOf(dateAt(job.startsAt), minuteAtFraction((pointer.x - lifted.grip - box.left) / box.width, range))
        : day
          ? moveToDay(job.startsAt, day)
          : lifted.target.start;
      if (row !== lifted.target.row || start !== lifted.target.start) aim(row, start);
    }
    if (board.scrollTop !== before) frame = requestAnimationFrame(followPointer);
  }

  function step(key: string) {
    if (!lifted) return;
    const { rows, range, days } = host();
    const { row, start } = lifted.target;
    const by = key === "ArrowRight" || key === "ArrowDown" ? 1 : -1;
    if (key === "ArrowUp" || key === "ArrowDown") {
      const next = rows[rows.findIndex(({ id }) => id === row.id) + by];
      if (!next) return;
      lineOf(next)?.scrollIntoView({ block: "nearest" });
      return aim(next, start);
    }
    const day = dateAt(start);
    if (range) return aim(row, instantOf(day, stepMinute(minuteAt(start), by, range)));
    const next = addDays(day, by);
    if (days.includes(next)) aim(row, moveToDay(start, next));
  }

  const blockOf = (event: Event): HTMLElement | null =>
    event.target instanceof Element ? event.target.closest<HTMLElement>("[data-job]") : null;

  // A short job shows a part of its client's name. Written when it is asked for: the page is a tenth lighter.
  function titleJob({ target }: Event) {
    const block = target instanceof Element ? target.closest<HTMLElement>(".board-job") : null;
    if (block)
      block.title = [".board-time", ".board-client", ".board-status"]
        .map((part) => block.querySelector(part)?.textContent)
        .join(", ");
  }

  function press(event: PointerEvent) {
    const block = blockOf(event);
    // A finger scrolls; a tap opens the job's page, which moves it too.
    if (!block || event.button !== 0 || event.pointerType === "touch") return;
    putBack();
    pressed = { block, x: event.clientX, y: event.clientY };
    ignoresClick = false;
  }

  function move(event: PointerEvent) {
    pointer = { x: event.clientX, y: event.clientY };
    if (pressed && Math.hypot(pointer.x - pressed.x, pointer.y - pressed.y) > CLICK_WITHIN) {
      const { block, x } = pressed;
      pressed = null;
      ignoresClick = lift(block, x - block.getBoundingClientRect().left);
    }
    if (lifted && lifted.grip !== null && !frame) frame = requestAnimationFrame(followPointer);
  }

  function release() {
    pressed = null;
    if (lifted?.grip == null) return;
    followPointer();
    drop();
  }

  function cancel() {
    pressed = null;
    putBack();
  }

  function click(event: MouseEvent) {
    if (!ignoresClick) return;
    ignoresClick = false;
    event.preventDefault();
    event.stopPropagation();
  }

  function type(event: KeyboardEvent) {
    if (!lifted) {
      const block = blockOf(event);
      if (event.key !== " " || !block || !board.contains(block)) return;
      if (!lift(block, null)) return;
    } else if (event.key === "Escape") putBack();
    else if (event.key === "Tab") return putBack();
    else if (lifted.grip !== null) return;
    else if (event.key === "Enter" || event.key === " ") drop();
    else if (event.key.startsWith("Arrow")) step(event.key);
    event.preventDefault();
    event.stopPropagation();
  }

  const listeners = new AbortController();
  const { signal } = listeners;
  board.addEventListener("pointerover", titleJob, { signal });
  board.addEventListener("pointerdown", press, { signal });
  addEventListener("pointermove", move, { signal });
  addEventListener("pointerup", release, { signal });
  addEventListener("pointercancel", cancel, { signal });
  board.addEventListener("click", click, { capture: true, signal });
  // Before the keys of the whole page, which mean something else while a job is lifted.
  addEventListener("keydown", type, { capture: true, signal });
  board.addEventListener("focusout", () => lifted?.grip === null && putBack(), { signal });
  return () => {
    end();
    listeners.abort();
  };
}
