import { ProblemSummary, type FieldMeta } from "../forms/form";
import type { ReactNode } from "react";
import { BackLink } from "../shell/elements";

interface Props {
  title: string;
  back: string;
  backLabel: string;
  message: string | null;
  fields: FieldMeta[];
  children: ReactNode;
}

export const FormPage = ({ title, back, backLabel, message, fields, children }: Props) => (
  <div className="mx-auto grid w-full max-w-xl gap-5">
    <BackLink to={back} label={backLabel} />
    <section className="card grid gap-5 p-4 sm:p-6">
      <h1>{title}</h1>
      <ProblemSummary message={message} fields={fields} />
      {children}
    </section>
  </div>
);
