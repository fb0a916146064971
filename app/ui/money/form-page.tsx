import { type FormReplyOf, ProblemSummary } from "../forms/form";
import { WhileOpen } from "../forms/while-open";
import type { ReactNode } from "react";
import { BackLink } from "../shell/elements";

interface Props {
  title: string;
  back: string;
  backLabel: string;
  reply: Pick<FormReplyOf<string>, "message" | "all" | "sent">;
  /** Why there is nothing to fill in. */
  obstacle?: string | null;
  /** The fields for words of one's own, for a page whose obstacle another user may cause. */
  words?: readonly string[];
  children: ReactNode;
}

export const FormPage = ({ title, back, backLabel, reply, obstacle = null, words = [], children }: Props) => (
  <div className="grid w-full max-w-2xl gap-5">
    <BackLink to={back} label={backLabel} />
    <section className="card grid gap-5 p-4 sm:p-6">
      <h1>{title}</h1>
      <ProblemSummary message={reply.message ?? obstacle} fields={reply.all} />
      <WhileOpen isOpen={!obstacle} reply={reply} words={words}>
        {children}
      </WhileOpen>
    </section>
  </div>
);
