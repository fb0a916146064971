import { notFound } from "~/http/not-found";
import { makeMove, makeUndo } from "~/http/board-move.server";
import { roleAction } from "~/http/guards";
import { pressedButton } from "~/http/pressed-button";
import { answerProblem, answerRefusal } from "~/http/refusals";

export const loader = () => notFound();

/** Moves a booking for the board's script (`ui/admin/use-board-moves.ts`), or takes it back: the board stays (O26). */
export const action = roleAction("admin", async (args): Promise<Response> => {
  if (pressedButton(args.form, ["undo"])) {
    const { result } = await makeUndo(args);
    if (!result) return UNREADABLE();
    return result.ok ? Response.json({ ok: true }) : answerRefusal(result);
  }
  const { result, moved } = await makeMove(args);
  if (!result) return UNREADABLE();
  return result.ok ? Response.json({ moved }) : answerRefusal(result);
});

const UNREADABLE = () => answerProblem("We couldn't read this form.", { status: 400 });
