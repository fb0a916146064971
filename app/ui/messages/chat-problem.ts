import type { FormReply } from "~/http/forms";

/** Why a message sent without script was refused, and its text. */
export function problemOf(reply: Partial<FormReply> | undefined) {
  return {
    problem: reply?.message ?? reply?.errors?.["content"] ?? reply?.errors?.["id"] ?? null,
    kept: reply?.values?.["content"],
  };
}
