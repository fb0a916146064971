import { dateAt, formatDate, timeAt, type LocalDate } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { Notice } from "../elements/notice";
import type { BoardMoves } from "./use-board-moves";

interface Props {
  moves: Pick<BoardMoves, "held" | "outcome" | "undo">;
  day: LocalDate;
}

/** A move that isn't sent yet, with a button that undoes it (O26), and what became of the one before. */
export function MovedNotice({ moves: { held, outcome, undo }, day }: Props) {
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
