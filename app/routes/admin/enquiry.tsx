import { useLoaderData, useLocation } from "@remix-run/react";
import { ANSWER_LENGTH, answerWay } from "~/domain/enquiries/enquiry";
import { enquiryAnswerForm } from "~/domain/enquiries/enquiry-forms";
import { answerEnquiry, changeEnquiry, findAnswerNotice, findEnquiry } from "~/domain/enquiries/enquiries.server";
import { fullName } from "~/domain/values/user";
import { listAdmins } from "~/domain/messages/message-lists.server";
import { formatInstant } from "~/domain/time/harare";
import { adminAction, adminLoader } from "~/http/guards";
import { messageOf } from "~/http/refusals";
import { CHANNEL_NAMES } from "~/domain/notices/choices";
import { Card, officePage, TextLink, VerbButton } from "~/ui/admin/office-page";
import { ContactLinks } from "~/ui/admin/contact-links";
import { progressOf } from "~/ui/admin/notice-progress";
import { formatPhone } from "~/domain/values/phone";
import { withKey } from "~/ui/admin/shortcuts";
import { TextArea } from "~/ui/forms/field";
import { Options } from "~/ui/forms/options";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { BackLink, Notice, SubmitButton } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";
import { WhileOpen } from "~/ui/forms/while-open";
import * as z from "zod";
import { shownField } from "~/domain/values/fields";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Message from", "message", {
  list: "inbox",
  missing: "This message doesn't exist.",
  about: ({ enquiry }) => enquiry.name,
});

export const loader = adminLoader(async ({ context, viewer, param }) => {
  const id = param("id");
  const [enquiry, answerNotice, colleagues] = await Promise.all([
    findEnquiry(context.db, id),
    findAnswerNotice(context.db, id),
    listAdmins(context.db, viewer),
  ]);
  if (!enquiry) return null;
  const way = answerWay(enquiry, context.channels, context.now);
  return {
    enquiry,
    answerNotice,
    way: way && { by: way.by, obstacle: way.obstacle && messageOf({ ok: false, reason: way.obstacle }) },
    isMine: enquiry.assignedToId === viewer.id,
    colleagues: colleagues.map((colleague) => ({ id: colleague.id, name: fullName(colleague) })),
  };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, form, param, read, pressed, refused, goTo } = args;
  const id = param("id");
  const page = `/admin-dashboard/inbox/${id}`;
  const button = pressed(["close", "reopen", "assignToMe", "assign"]);
  const [admin, enquiry] = await Promise.all([user, findEnquiry(context.db, id)]);
  if (!enquiry) return null;
  if (button) {
    const { verb } = button;
    const isAssigned = verb === "assign" || verb === "assignToMe";
    const assignedTo = verb === "assign" ? String(form.get("assignee")) : admin.id;
    const { shown } = read(z.object({ shown: shownField }));
    const result = await changeEnquiry(context, admin, id, isAssigned ? { assignedTo, shown } : verb);
    return result.ok ? goTo(page, "savedAndLogged") : refused(result);
  }
  const result = await answerEnquiry(context, admin, enquiry, read(enquiryAnswerForm));
  return result.ok ? goTo(page, "enquiryAnswered") : refused(result);
});

const CLOSE = { value: "close", label: "Done" };
const REOPEN = { value: "reopen", label: "Reopen" };
const ANSWER_LABELS = { email: "Answer by email", whatsapp: "Answer by WhatsApp", sms: "Answer by text message" };

export default function EnquiryPage() {
  const { enquiry, answerNotice, way, isMine, colleagues } = useLoaderData<typeof loader>();
  const reply = useFormReply("answer", ["answer"]);
  const { fields, all, message } = reply;
  // An answer that was sent leaves its field.
  const { key: place } = useLocation();
  return (
    <div className="grid max-w-3xl gap-5">
      <BackLink to="/admin-dashboard/inbox" label="Inbox" />
      <h1 dir="auto">{enquiry.subject ?? "Message"}</h1>
      <ProblemSummary message={message} fields={all} />
      {enquiry.isSuspected && (
        <Notice kind="info">Suspected: a program may have sent this. A hidden field was filled in.</Notice>
      )}
      <section className="card grid gap-3 p-5">
        <p className="text-sm text-ink-2">
          <b className="text-ink">{enquiry.name}</b>, {formatInstant(enquiry.createdAt)}
          {enquiry.assignedTo && ` · assigned to ${enquiry.assignedTo}`}
          {enquiry.doneAt && ` · done ${formatInstant(enquiry.doneAt)}`}
        </p>
        <p dir="auto" className="whitespace-pre-line">
          {enquiry.message}
        </p>
        <ContactLinks id={null} email={enquiry.email} phone={enquiry.phone} />
        {enquiry.dialogueId && (
          <TextLink to={`/admin-dashboard/whatsapp/${enquiry.dialogueId}`} label="The conversation by WhatsApp" />
        )}
      </section>
      <Form method="post" className="flex flex-wrap gap-3">
        {!enquiry.doneAt && !isMine && <VerbButton value="assignToMe" label="Assign to me" />}
        <VerbButton {...(enquiry.doneAt ? REOPEN : CLOSE)} {...withKey("e")} />
      </Form>
      {!enquiry.doneAt && colleagues.length > 0 && (
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <label className="field">
            <span className="font-semibold">Or assign to</span>
            <select name="assignee" className="input">
              <Options choices={colleagues.map(({ id, name }) => [id, name])} />
            </select>
          </label>
          <Shown value={enquiry.assignedToId ?? ""} />
          <VerbButton value="assign" label="Assign" />
        </Form>
      )}
      {enquiry.answer && (
        <Card title="Answered" className="gap-2">
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {enquiry.answer}
          </p>
          <p className="text-sm text-ink-3">
            {[enquiry.answeredBy, enquiry.answeredAt && formatInstant(enquiry.answeredAt)].filter(Boolean).join(", ")}
          </p>
          {answerNotice && (
            <p className={`text-sm ${answerNotice.status === "failed" ? "text-danger" : "text-ink-3"}`}>
              {CHANNEL_NAMES[answerNotice.channel]}: {progressOf(answerNotice)}
            </p>
          )}
        </Card>
      )}
      {way?.obstacle && !enquiry.doneAt && <p className="card p-5 text-ink-2">{way.obstacle}</p>}
      {way && (
        <WhileOpen isOpen={!way.obstacle} reply={reply} words={["answer"]}>
          <Form key={place} method="post" noValidate className="card grid gap-4 p-5">
            <TextArea
              meta={fields.answer}
              label={ANSWER_LABELS[way.by]}
              rows={way.by === "sms" ? 3 : 6}
              maxLength={ANSWER_LENGTH[way.by]}
              hint={
                `It goes to ${way.by === "email" ? enquiry.email : formatPhone(enquiry.phone ?? "")}, ` +
                "and the message is marked as done."
              }
            />
            <Shown value={enquiry.answeredAt ?? ""} />
            <SubmitButton busy="Sending...">{enquiry.answer ? "Send another answer" : "Send answer"}</SubmitButton>
          </Form>
        </WhileOpen>
      )}
    </div>
  );
}
