import { sql } from "drizzle-orm";
import { notices, reviews } from "~/db/schema";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import type { SettingName } from "~/domain/settings/office-settings";
import { newId } from "~/domain/values/id";
import { completedJob } from "../town";
import { post, rowOf, setting, type Town } from "./audited-step";

const set = (form: SettingName, value: Record<string, string>) =>
  post("/admin-dashboard/settings", { form, ...value }, setting(form));
const REVIEWS = "/admin-dashboard/reviews";

/** What an admin does with settings, notices, notes, messages, reviews and enquiries: each is possible after those above it. */
export async function officeSteps({ context, admin, client, plumber, review, enquiry }: Town) {
  const { db, now } = context;
  const [failed, note, held] = [newId(), newId(), newId()];
  await db.insert(notices).values({
    id: failed,
    kind: "bookingTransitioned",
    topic: "changes",
    channel: "email",
    causeId: newId(),
    recipient: "r@example.test",
    subject: "S",
    status: "failed",
    attempts: 6,
    nextAttemptAt: 0,
    createdAt: 0,
  });
  await db.insert(reviews).values({
    id: held,
    bookingId: await completedJob(context, client, plumber, 3),
    clientId: client.id,
    plumberId: plumber.id,
    rating: 5,
    createdAt: now,
    hiddenAt: now,
    heldAt: now,
  });

  const clientPage = `/admin-dashboard/people/${client.id}`;
  const written = rowOf("office_notes", note);
  const shown = rowOf("reviews", review);
  const inbox = `/admin-dashboard/inbox/${enquiry}`;
  const handled = rowOf("enquiries", enquiry);
  return {
    commissionChanged: set("commission", { percent: "12" }),
    quietHoursChanged: set("quiet-hours", { quietFrom: "1260", quietUntil: "390" }),
    approvalSwitched: set("approval", { approval: "off" }),
    emailFrameChanged: set("email-frame", { greeting: "Good day {name},", closing: "" }),
    socialLinksChanged: set("social-links", { Facebook: "https://facebook.com/pombi" }),
    budgetsChanged: set("budgets", { whatsapp: "40", sms: "20" }),
    feeModeChanged: set("fee-mode", { feeMode: "optional" }),
    noticeResent: post(
      "/admin-dashboard/system",
      { intent: `resend:${failed}` },
      sql`select attempts < 6 as anew from notices where id = ${failed}`,
    ),
    noteAdded: post(clientPage, { form: "note", id: note, words: "Prefers mornings" }, written),
    noteEdited: post(`${clientPage}/notes/${note}`, { words: "Prefers evenings" }, written),
    noteDeleted: post(`${clientPage}/notes/${note}`, { intent: "delete" }, written),
    conversationOpened: post(
      `/admin-dashboard/conversations/${conversationIdOf(client.id, plumber.id)}`,
      { kind: "dispute", words: "They disagree about the price" },
      sql`select count(*) from conversation_openings`,
    ),
    messageSent: post(
      `/admin-dashboard/messages/${client.id}`,
      { id: newId(), content: "Hello" },
      sql`select count(*) from messages`,
    ),
    reviewUnchanged: post(REVIEWS, { intent: `keep:${review}` }, shown),
    reviewHidden: post(`${REVIEWS}/${review}/hide`, { reason: "Not about the job" }, shown),
    reviewRestored: post(REVIEWS, { intent: `restore:${review}` }, shown),
    reviewShown: post(REVIEWS, { intent: `show:${held}` }, rowOf("reviews", held)),
    enquiryAssigned: post(inbox, { intent: "assign", assignee: admin.id }, handled),
    enquiryClosed: post(inbox, { intent: "close" }, handled),
    enquiryReopened: post(inbox, { intent: "reopen" }, handled),
    enquiryAnswered: post(inbox, { answer: "Yes, on Tuesdays." }, handled),
  };
}
