import { useEffect, useState, type FormEvent } from "react";
import { BOARD_PATH } from "~/domain/admin/board-choice";
import type { JustMoved } from "~/domain/bookings/booking-move";
import { UNDO_OFFERED_FOR } from "~/domain/bookings/booking-move";
import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { Notice } from "../elements/notice";
import type { BoardMoves } from "./use-board-moves";

interface Props {
  moves: Pick<BoardMoves, "latest" | "undo">;
  /** What a form without script has moved. */
  loaded: JustMoved | null;
  day: LocalDate;
  /** The board's own query. */
  query: string;
}

/** What was just moved, for ten seconds, with a button that takes it back (O26); or why it wasn't. */
export function MovedNotice({ moves: { latest, undo }, loaded, day, query }: Props) {
  const moved = latest?.kind === "moved" ? latest.moved : latest ? null : loaded;
  const key = moved ? `${moved.reference} ${moved.at}` : "";
  const [ended, setEnded] = useState("");
  useEffect(() => {
    const timer = key ? setTimeout(() => setEnded(key), UNDO_OFFERED_FOR) : undefined;
    return () => clearTimeout(timer);
  }, [key]);

  if (latest?.kind === "refused") return <Notice kind="danger">{latest.message}</Notice>;
  if (latest?.kind === "undone") return <Notice kind="success">It is back where it was. Nobody was told.</Notice>;
  if (!moved || ended === key) return null;
  const on = dateAt(moved.startsAt) === day ? "" : `${formatDate(dateAt(moved.startsAt), "short")}, `;
  const undoInPlace = (event: FormEvent) => {
    event.preventDefault();
    setEnded(key);
    undo(moved);
  };
  return (
    <div className="board-moved" role="status">
      <p>
        Moved to {moved.plumber ? `${moved.plumber}, ` : ""}
        {on}
        {timeAt(moved.startsAt)}.
      </p>
      <form method="post" action={`${BOARD_PATH}/${moved.reference}`} onSubmit={undoInPlace}>
        <input type="hidden" name="intent" value="undo" />
        <input type="hidden" name="plumber" value={moved.plumberId ?? ""} />
        <input type="hidden" name="start" value={moved.startsAt} />
        <input type="hidden" name="at" value={moved.at} />
        <input type="hidden" name="board" value={query} />
        <button className="button button-quiet" data-key="u" aria-keyshortcuts="u">
          <Icon name="undo-2" /> Undo
        </button>
      </form>
    </div>
  );
}
