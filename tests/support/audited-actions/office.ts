import { sql } from "drizzle-orm";
import { notices, reviews } from "~/db/schema";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { newId } from "~/domain/values/id";
import { completedJob } from "../town";
import { settingValue, walk } from "./audited-walk";

const SETTINGS = "/admin-dashboard/settings";

export const OFFICE_WALKS = [
  walk(["commissionChanged", "quietHoursChanged"], () => ({
    commissionChanged: {
      path: SETTINGS,
      form: { form: "commission", percent: "12" },
      effect: settingValue("commissionPercent"),
    },
    quietHoursChanged: {
      path: SETTINGS,
      form: { form: "quiet-hours", quietFrom: "1260", quietUntil: "390" },
      effect: settingValue("quietHours"),
    },
  })),
  walk(["approvalSwitched"], () => ({
    approvalSwitched: {
      path: SETTINGS,
      form: { form: "approval", approval: "off" },
      effect: settingValue("approvePlumbers"),
    },
  })),
  walk(["emailFrameChanged"], () => ({
    emailFrameChanged: {
      path: SETTINGS,
      form: { form: "email-frame", greeting: "Good day {name},", closing: "" },
      effect: settingValue("emailFrame"),
    },
  })),
  walk(["socialLinksChanged"], () => ({
    socialLinksChanged: {
      path: SETTINGS,
      form: { Facebook: "https://facebook.com/pombi" },
      effect: settingValue("socialLinks"),
    },
  })),
  walk(["budgetsChanged"], () => ({
    budgetsChanged: {
      path: SETTINGS,
      form: { form: "budgets", whatsapp: "40", sms: "20" },
      effect: settingValue("smsBudget"),
    },
  })),
  walk(["feeModeChanged"], () => ({
    feeModeChanged: {
      path: SETTINGS,
      form: { form: "fee-mode", feeMode: "optional" },
      effect: settingValue("feeMode"),
    },
  })),
  walk(["noticeResent"], async ({ context }) => {
    const id = newId();
    await context.db.insert(notices).values({
      id,
      kind: "bookingTransitioned",
      topic: "changes",
      channel: "email",
      causeId: newId(),
      recipient: "r@example.test",
      subject: "S",
      text: "T",
      status: "failed",
      attempts: 6,
      nextAttemptAt: 0,
      createdAt: 0,
    });
    return {
      noticeResent: {
        path: "/admin-dashboard/system",
        form: { intent: `resend:${id}` },
        effect: sql`select attempts < 6 as anew from notices where id = ${id}`,
      },
    };
  }),
  walk(["noteAdded", "noteEdited", "noteDeleted"], ({ client }) => {
    const note = newId();
    const path = `/admin-dashboard/people/${client.id}`;
    const effect = sql`select words from office_notes where id = ${note}`;
    return {
      noteAdded: { path, form: { form: "note", id: note, words: "Prefers mornings" }, effect },
      noteEdited: { path: `${path}/notes/${note}`, form: { words: "Prefers evenings" }, effect },
      noteDeleted: { path: `${path}/notes/${note}`, form: { intent: "delete" }, effect },
    };
  }),
  walk(["conversationOpened", "messageSent"], ({ client, plumber }) => ({
    conversationOpened: {
      path: `/admin-dashboard/conversations/${conversationIdOf(client.id, plumber.id)}`,
      form: { kind: "dispute", words: "They disagree about the price" },
      effect: sql`select count(*) from conversation_openings`,
    },
    messageSent: {
      path: `/admin-dashboard/messages/${client.id}`,
      form: { id: newId(), content: "Hello" },
      effect: sql`select count(*) from messages`,
    },
  })),
  walk(["reviewUnchanged", "reviewHidden", "reviewRestored"], ({ review }) => {
    const path = "/admin-dashboard/reviews";
    const effect = sql`select hidden_at, reported_at, (select rating_count from plumber_profiles where user_id = plumber_id) from reviews where id = ${review}`;
    return {
      reviewUnchanged: { path, form: { intent: `keep:${review}` }, effect },
      reviewHidden: { path: `${path}/${review}/hide`, form: { reason: "Not about the job" }, effect },
      reviewRestored: { path, form: { intent: `restore:${review}` }, effect },
    };
  }),
  walk(["reviewShown"], async ({ context, client, plumber }) => {
    const [id, bookingId] = [newId(), await completedJob(context, client, plumber, 3)];
    const { now, db } = context;
    await db.insert(reviews).values({
      id,
      bookingId,
      clientId: client.id,
      plumberId: plumber.id,
      rating: 5,
      createdAt: now,
      hiddenAt: now,
      heldAt: now,
    });
    return {
      reviewShown: {
        path: "/admin-dashboard/reviews",
        form: { intent: `show:${id}` },
        effect: sql`select hidden_at, held_at from reviews where id = ${id}`,
      },
    };
  }),
  walk(["enquiryAssigned", "enquiryClosed", "enquiryReopened", "enquiryAnswered"], ({ admin, enquiry }) => {
    const path = `/admin-dashboard/inbox/${enquiry}`;
    const effect = sql`select assigned_to, done_at, answer from enquiries where id = ${enquiry}`;
    return {
      enquiryAssigned: { path, form: { intent: "assign", assignee: admin.id }, effect },
      enquiryClosed: { path, form: { intent: "close" }, effect },
      enquiryReopened: { path, form: { intent: "reopen" }, effect },
      enquiryAnswered: { path, form: { answer: "Yes, on Tuesdays." }, effect },
    };
  }),
];
