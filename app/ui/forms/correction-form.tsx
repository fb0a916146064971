import type { ReactNode } from "react";
import { DrawnForm, type DrawnReply } from "./drawn-form";
import { ProblemSummary } from "./form";

interface Props {
  reply: Pick<DrawnReply<string>, "all" | "message" | "drawn" | "touch">;
  children: ReactNode;
}

/** The form of a correction (B33, B34). */
export const CorrectionForm = ({ reply, children }: Props) => (
  <>
    <ProblemSummary message={reply.message} fields={reply.all} />
    <DrawnForm reply={reply} method="post" replace noValidate className="grid gap-4">
      {children}
    </DrawnForm>
  </>
);
