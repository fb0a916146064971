import { type FormReplyOf, ProblemSummary } from "../forms/form";
import type { ReactNode } from "react";
import { BackLink } from "../shell/elements";

interface Props {
  title: string;
  back: string;
  backLabel: string;
  reply: Pick<FormReplyOf<string>, "message" | "all">;
  /** Why there is nothing to fill in. */
  obstacle?: string | null;
  children: ReactNode;
}

export const FormPage = ({ title, back, backLabel, reply, obstacle = null, children }: Props) => (
  <div className="mx-auto grid w-full max-w-xl gap-5">
    <BackLink to={back} label={backLabel} />
    <section className="card grid gap-5 p-4 sm:p-6">
      <h1>{title}</h1>
      <ProblemSummary message={reply.message ?? obstacle} fields={reply.all} />
      {!obstacle && children}
    </section>
  </div>
);
