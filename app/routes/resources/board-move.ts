import { notFound } from "~/http/responses";
import { makeMove } from "~/http/board-move.server";
import { flashCookie } from "~/http/flash";
import { adminAction } from "~/http/guards";
import { answerProblem, answerRefusal } from "~/http/refusals";

export const loader = () => notFound();

/** Moves a booking for the board's script (`routes/admin/board/use-board-moves.ts`): the board stays (O26). */
export const action = adminAction("Failed to move the booking", async (args): Promise<Response> => {
  const { parsed, booking, result } = await makeMove(args);
  if (!result) return answerProblem("We couldn't read this form.", { status: 400 });
  if (result.ok) return Response.json({ ok: true });
  const answer = answerRefusal(result);
  if (parsed.value?.isLeft) answer.headers.set("Set-Cookie", flashCookie("moveRefused", { who: booking.reference }));
  return answer;
});
