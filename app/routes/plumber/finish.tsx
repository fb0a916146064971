import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { REPORT_LENGTH } from "~/domain/bookings/booking";
import { availableTransitions, upcomingTransitions } from "~/domain/bookings/booking-machine";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { agreedAmount } from "~/domain/bookings/final-amount";
import { selectLatest } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { listJobPhotos } from "~/domain/bookings/commands/job-photos.server";
import { finishForm } from "~/domain/bookings/transition-schemas";
import { newId } from "~/domain/values/id";
import { REASON_LENGTH } from "~/domain/values/text";
import { formatAmount, formatMoney } from "~/domain/values/money";
import { parseCents } from "~/domain/values/typed-amount";
import { plumberAction, plumberLoader } from "~/http/guards";
import { describeObstacle } from "~/http/booking-transition.server";
import type { Reason } from "~/http/refusals";
import { TRANSITION_LABELS } from "~/ui/bookings/transition-labels";
import { SubmitButton, useHasScript } from "~/ui/shell/elements";
import { SureField, TextArea, TextField } from "~/ui/forms/field";
import { useFormReply } from "~/ui/forms/form";
import { FormPage } from "~/ui/money/form-page";
import { PhotoForm } from "~/ui/photos/photo-form";
import { PhotoStrip } from "~/ui/photos/job-photos";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";
import { bookingPage, withBooking } from "~/http/booking-pages";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage<typeof loader>(
  "Finish job",
  "job",
  "jobs",
  ({ reference }) => reference,
);

/** The end of a job on one page: the final amount, the report, and photos of the work (M3, P5). */
export const loader = plumberLoader(async ({ context: { db, now }, viewer, param }) => {
  const id = param("id");
  const [booking, photos, latest] = await Promise.all([
    findBookingView(db, viewer, id, now),
    listJobPhotos(db, viewer, id),
    selectLatest(db, id, viewer),
  ]);
  if (!booking) return null;
  const { client, report, agreedPrice, openQuote } = booking;
  const upcoming = upcomingTransitions(booking, "plumber", now).find(({ transition }) => transition === "complete");
  const isPossible = availableTransitions(booking, "plumber", now).includes("complete");
  return {
    reference: booking.reference,
    client: client.firstName,
    agreed: agreedAmount(booking),
    isQuoted: agreedPrice !== null,
    quoted: agreedPrice === null && openQuote && openQuote.validUntil >= now ? openQuote.total : null,
    report,
    obstacle: isPossible ? null : describeObstacle(booking, latest, viewer, now, upcoming?.from),
    photos: photos.filter(({ kind }) => kind === "after"),
    upload: `/job-photos/of/${id}`,
    uploadId: newId(),
    back: bookingPage("plumber", id),
  };
});

const REASON_FIELDS: Partial<Record<Reason, string>> = { finalReasonRequired: "finalReason", amountUnusual: "sure" };

export const action = plumberAction(
  "Failed to complete job",
  withBooking(async ({ context, user, booking, read, refused, done }) => {
    const { finalAmount: amount, finalReason: reason, sure, report } = read(finishForm);
    const final = { amount, reason, isSure: Boolean(sure) };
    const result = await transitionBooking(context, user, booking, "complete", { final, report });
    return result.ok ? done("jobCompleted") : refused(result, REASON_FIELDS[result.reason]);
  }),
);

const FINISH_FIELDS = ["finalAmount", "finalReason", "report", "sure"] as const;

export default function FinishPage() {
  const props = useLoaderData<typeof loader>();
  const { client, agreed, quoted, report, obstacle, photos, upload, uploadId, back } = props;
  const hasScript = useHasScript();
  const suggested = quoted ?? agreed;
  const reply = useFormReply("finish", FINISH_FIELDS, {
    finalAmount: suggested === null ? "" : formatAmount(suggested),
    finalReason: quoted === null ? "" : "As in my quote",
    report: report ?? "",
  });
  const { fields, reason } = reply;
  const [entered, setEntered] = useState(fields.finalAmount.value);
  // The browser restores what was entered on Back, and it may be typed before this runs.
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => setEntered(String(new FormData(form.current!).get("finalAmount"))), []);
  const amount = parseCents(entered ?? "");
  const isAbove = agreed !== null && (amount ?? 0) > agreed;
  // Without script the amount that is entered is unknown.
  const asksReason = !hasScript || isAbove || fields.finalReason.error !== undefined;
  const asksTwice = reason === "amountUnusual" || fields.sure.value !== undefined;
  return (
    <FormPage
      title="Finish the job"
      back={back}
      backLabel="The job"
      reply={reply}
      obstacle={obstacle}
      words={["finalReason", "report"]}
    >
      <Form ref={form} id="finish" method="post" replace noValidate className="grid gap-4">
        <TextField
          meta={fields.finalAmount}
          label="Final amount (US$)"
          hint={describeAgreed(props)}
          onChange={({ currentTarget }) => setEntered(currentTarget.value)}
          inputMode="decimal"
          autoComplete="off"
        />
        {asksTwice && <SureField meta={fields.sure}>The amount is right.</SureField>}
        {asksReason && (
          <TextField
            meta={fields.finalReason}
            label="Reason for the extra"
            hint={
              agreed === null ? `${client} will see it.` : `Needed above ${formatMoney(agreed)}. ${client} will see it.`
            }
            optional={!isAbove}
            maxLength={REASON_LENGTH}
          />
        )}
        <TextArea
          meta={fields.report}
          label="What was done"
          optional
          rows={3}
          maxLength={REPORT_LENGTH}
          hint="The client and our office can read it."
        />
      </Form>
      <section className="grid gap-4 border-t border-line pt-5">
        <h2>Photos of the finished work</h2>
        <PhotoStrip photos={photos} />
        {hasScript ? (
          <PhotoForm kinds={["after"]} upload={upload} uploadId={uploadId} />
        ) : (
          <p className="text-ink-2">Once the job is completed, you can add them on its page.</p>
        )}
      </section>
      <div className="ticket-actions">
        <SubmitButton form="finish" busy={TRANSITION_LABELS.complete.busy} className="flex-1">
          {TRANSITION_LABELS.complete.button}
          {hasScript && amount !== null && `, ${formatMoney(amount)}`}
        </SubmitButton>
      </div>
    </FormPage>
  );
}

interface Agreed {
  client: string;
  agreed: number | null;
  isQuoted: boolean;
  quoted: number | null;
}

function describeAgreed({ client, agreed, isQuoted, quoted }: Agreed): string | undefined {
  if (quoted !== null) return `Your quote for ${formatMoney(quoted)} is still open: ${client} will be asked to agree.`;
  if (agreed === null) return undefined;
  const what = isQuoted ? `You agreed on ${formatMoney(agreed)} by quote` : `Your visit fee is ${formatMoney(agreed)}`;
  return `${what}. If it is more, ${client} will be asked to agree.`;
}
