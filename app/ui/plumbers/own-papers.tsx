import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { PAPERS_OF_A_KIND, type Paper } from "~/domain/vetting/approval";
import type { Standing } from "~/domain/vetting/standing";
import {
  CHECK_KINDS,
  CHECKS,
  formatCheckDay,
  lastDayOf,
  PAPERS_NOTE_LENGTH,
  validChecks,
  type PlumberCheck,
} from "~/domain/vetting/check";
import { dateAt, formatInstant, type Instant } from "~/domain/time/harare";
import { Icon } from "../elements/icon";
import { TextArea } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { PhotoForm } from "../photos/photo-form";
import { StandingNotice } from "./standing";

interface Props {
  standing: Standing | null;
  papersNote: string | null;
  checks: PlumberCheck[];
  papers: Paper[];
  now: Instant;
  /** The id of each form's upload, without script. */
  uploadIds: Record<string, string>;
}

/** A plumber's papers: what our office has seen, what is with it, and how to send more (D21). */
export function OwnPapers({ standing, papersNote, checks, papers, now, uploadIds }: Props) {
  const { fields, all, message } = useFormReply("note", ["note"], { note: papersNote ?? "" });
  const valid = validChecks(checks, now);
  return (
    <div className="grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1>Papers</h1>
        <p className="text-ink-2">
          Clients see what our office has checked, with the date. Photos of your papers are for our office alone: each
          view is logged, and we delete them once we've decided, within 30 days at the latest.
        </p>
      </div>
      {standing && <StandingNotice standing={standing} />}
      <ProblemSummary message={message} fields={all} />
      {CHECK_KINDS.map((kind) => {
        const check = valid.find((one) => one.kind === kind);
        const sent = papers.filter((paper) => paper.kind === kind);
        return (
          <section key={kind} className="card grid gap-3 p-5" aria-labelledby={`paper-${kind}`}>
            <div>
              <h2 id={`paper-${kind}`} className="text-lg">
                {CHECKS[kind].name}
              </h2>
              {check ? (
                <p className="flex items-start gap-2 font-semibold text-success">
                  <Icon name="circle-check" className="mt-0.5" />
                  <span>
                    Checked {formatCheckDay(dateAt(check.checkedAt))}
                    {check.expiresAt !== null && `, valid until ${formatCheckDay(lastDayOf(check.expiresAt))}`}
                  </span>
                </p>
              ) : (
                <p className="text-ink-2">{CHECKS[kind].send}</p>
              )}
            </div>
            {sent.length > 0 && (
              <ul className="divide-y divide-line">
                {sent.map(({ id, createdAt }, index) => (
                  <li key={id} className="flex flex-wrap items-center justify-between gap-x-4">
                    <span>
                      Photo {index + 1}, with our office since {formatInstant(createdAt)}
                    </span>
                    <Form method="post">
                      <SubmitButton name="intent" value={`remove:${id}`} busy="Removing..." className="button-quiet">
                        Remove
                      </SubmitButton>
                    </Form>
                  </li>
                ))}
              </ul>
            )}
            {sent.length < PAPERS_OF_A_KIND && (
              <AddPaper isFolded={check !== undefined && sent.length === 0}>
                <PhotoForm
                  form={kind}
                  kinds={[kind]}
                  labels={{}}
                  kind={kind}
                  upload="/papers"
                  uploadId={uploadIds[kind] ?? ""}
                />
              </AddPaper>
            )}
          </section>
        );
      })}
      <Form method="post" noValidate className="card grid gap-4 p-5">
        <input type="hidden" name="form" value="note" />
        <TextArea
          meta={fields.note}
          label="A note to our office"
          hint="For example, the name and phone number of someone you've worked for. Ask them first."
          optional
          rows={3}
          maxLength={PAPERS_NOTE_LENGTH}
        />
        <SubmitButton name="intent" value="send" busy="Sending..." className="justify-self-start">
          Send to our office
        </SubmitButton>
      </Form>
    </div>
  );
}

/** What is checked needs no photo: only a newer paper does. */
const AddPaper = ({ isFolded, children }: { isFolded: boolean; children: ReactNode }) =>
  isFolded ? (
    <details>
      <summary className="inline-flex min-h-11 items-center font-semibold text-brand-700">Send a newer one</summary>
      {children}
    </details>
  ) : (
    children
  );
