import { useLoaderData, useParams } from "@remix-run/react";
import { reportForm } from "~/domain/bookings/transition-schemas";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { isAccepted, REPORT_LENGTH } from "~/domain/bookings/booking";
import { writeReport } from "~/domain/bookings/commands/job-updates.server";
import { plumberAction, plumberLoader } from "~/http/guards";
import { messageOf } from "~/http/refusals";
import { Dialog } from "~/ui/elements/dialog";
import { TextArea } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { WhileOpen } from "~/ui/forms/while-open";
import { SubmitButton } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const loader = plumberLoader(async ({ context, viewer, param }) => {
  const booking = await findBookingFor(context.db, viewer, param("id"));
  if (!booking) return null;
  const obstacle = isAccepted(booking.status) ? null : messageOf({ ok: false, reason: "reportNotPossible" });
  return { report: booking.report ?? "", obstacle };
});

export const action = plumberAction("Failed to save the report", async (args) => {
  const { context, user, param, read, refused, goTo } = args;
  const result = await writeReport(context, await user, param("id"), read(reportForm).report);
  return result.ok ? goTo(`/plumber-dashboard/jobs/${param("id")}`, "reportWritten") : refused(result);
});

export default function JobReport() {
  const { id } = useParams();
  const { report, obstacle } = useLoaderData<typeof loader>();
  const reply = useFormReply("job-report", ["report"], { report });
  const { fields, all, message } = reply;
  return (
    <Dialog title="Report" back={`/plumber-dashboard/jobs/${id}`} backLabel="Back">
      <ProblemSummary message={message ?? obstacle} fields={all} />
      <WhileOpen isOpen={!obstacle} reply={reply} words={["report"]}>
        <Form method="post" noValidate className="grid gap-4">
          <TextArea
            meta={fields.report}
            label="What was done"
            rows={6}
            maxLength={REPORT_LENGTH}
            hint="The client and our office can read it."
          />
          <SubmitButton busy="Saving..." className="w-full" label="Save report" />
        </Form>
      </WhileOpen>
    </Dialog>
  );
}
