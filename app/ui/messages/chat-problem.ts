import { PHOTO_ALONE } from "~/domain/messages/message";
import type { FormReply } from "~/http/forms";

/** Why a message sent without script was refused, and its text. A browser forgets the photo that went with it. */
export function problemOf(reply: Partial<FormReply> | undefined) {
  const problem = reply?.message ?? reply?.errors?.["content"] ?? reply?.errors?.["id"] ?? null;
  const { content, photo } = reply?.values ?? {};
  return {
    problem: problem && photo ? `${problem} Then choose the photo “${photo}” again.` : problem,
    kept: photo && content === PHOTO_ALONE ? "" : content,
  };
}
