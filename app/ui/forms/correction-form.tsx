import type { ReactNode } from "react";
import { Form } from "./owned-form";
import { type FormReplyOf, ProblemSummary } from "./form";

interface Props {
  reply: Pick<FormReplyOf<string>, "all" | "message" | "reason" | "drawn">;
  stored: Record<string, string>;
  children: ReactNode;
}

/** The form of a correction (B33, B34): where someone else came first, it shows what is stored beside what was typed. */
export const CorrectionForm = ({ reply: { all, message, reason, drawn }, stored, children }: Props) => (
  <>
    <ProblemSummary message={message} fields={all} />
    {reason === "correctedMeanwhile" && (
      <p className="text-ink-2">It says now: {Object.values(stored).filter(Boolean).join(", ")}</p>
    )}
    <Form method="post" replace noValidate className="grid gap-4">
      <input type="hidden" name="drawn" value={drawn} />
      {children}
    </Form>
  </>
);
