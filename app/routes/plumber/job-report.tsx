import { Form, useLoaderData, useParams } from "@remix-run/react";
import { reportForm } from "~/domain/bookings/transition-schemas";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { isAccepted, REPORT_LENGTH } from "~/domain/bookings/booking";
import { writeReport } from "~/domain/bookings/commands/job-updates.server";
import { flashed } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";
import { redirectTo } from "~/http/redirects";
import { messageOf } from "~/http/refusals";
import { Dialog } from "~/ui/elements/dialog";
import { TextArea } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";

export const loader = roleLoader("plumber", async ({ context, viewer, params }) => {
  const booking = await findBookingFor(context.db, viewer, param(params, "id"));
  if (!booking) throw notFound();
  const obstacle = isAccepted(booking.status) ? null : messageOf({ ok: false, reason: "reportNotPossible" });
  return { report: booking.report ?? "", obstacle };
});

export const action = roleAction(
  "plumber",
  async ({ context, params, form, user }) => {
    const id = param(params, "id");
    const plumber = await user;
    const parsed = parseForm(form, reportForm);
    if (!parsed.value) return parsed.invalid();
    const result = await writeReport(context, plumber, id, parsed.value.report);
    if (!result.ok) return parsed.refused(result);
    return redirectTo(`/plumber-dashboard/jobs/${id}`, flashed("reportWritten"));
  },
  "Failed to save the report",
);

export default function JobReport() {
  const { id } = useParams();
  const { report, obstacle } = useLoaderData<typeof loader>();
  const { fields, message } = useFormReply("job-report", ["report"], { report });
  return (
    <Dialog title="Report" back={`/plumber-dashboard/jobs/${id}`} backLabel="Back">
      <ProblemSummary message={message ?? obstacle} />
      {!obstacle && (
        <Form method="post" noValidate className="grid gap-4">
          <TextArea
            meta={fields.report}
            label="What was done"
            rows={6}
            maxLength={REPORT_LENGTH}
            hint="The client and our office can read it."
          />
          <SubmitButton busy="Saving..." className="w-full">
            Save report
          </SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
