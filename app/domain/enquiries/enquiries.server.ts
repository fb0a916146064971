import { desc, sql, eq, type SQL } from "drizzle-orm";
import { batch, type Database, insertWhere, isAsShown, type Changes, columnsOf, firstRow } from "~/db/client.server";
import { nameIn } from "~/db/user-names.server";
import { enquiries, notices, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { isNewForm, rememberForm } from "../idempotency/sent-forms.server";
import { newId } from "../values/id";
import { OK, refuse, refuseChanged } from "../values/refusal";
import {
  HONEYPOT,
  type EnquiryTopic,
  answerWay,
  ENQUIRY_LENGTH,
  isTooLong,
  ANSWER_TITLE,
  type Answerable,
} from "./enquiry";
import type { Enquiry } from "./enquiry-forms";
import type { PhoneChannel } from "../notices/choices";
import { formatPhone } from "../values/phone";
import { lastWhatsAppFrom } from "../accounts/phone-channels.server";
import { type AuthenticatedUser, fullName } from "../values/user";
import type { AuditAction } from "../audit-log/audit-log";
import { isStillAdmin, officeVerb } from "../audit-log/audit-log.server";
import { defineList } from "../values/lists.server";
import { brand } from "~/brand";
import type { EmailFact } from "../email/email-template";
import { defineNotices } from "../notices/notice";
import type { Instant } from "../time/harare";

const INBOX = "/admin-dashboard/inbox";

export const enquiryNotices = defineNotices<{
  enquiry: Pick<Enquiry, "name" | "email" | "phone" | "message"> & { subject: string };
  phoneEnquiry: { subject: string; name: string | null; phone: string; message: string };
  /** To the admin it was assigned to; without a word of the enquirer's. */
  enquiryAssigned: { id: string; by: string };
  /** `until`: from then on WhatsApp takes no answer; null: it can go whenever. */
  enquiryAnswered: { id: string; name: string; message: string; answer: string; until: Instant | null };
}>("account", {
  enquiry: {
    isOver: "never: words",
    email: ({ subject, name, email, phone, message }) => ({
      subject: `New message from the website: ${subject}`,
      paragraphs: [message],
      facts: [["From", name], ["Email", email], ...listPhone(phone)],
    }),
  },

  phoneEnquiry: {
    isOver: "never: words",
    email: ({ subject, name, phone, message }) => ({
      subject: `New message: ${subject}`,
      paragraphs: [message],
      facts: [["From", name ?? "Somebody we don't know"], ...listPhone(phone)],
    }),
  },

  enquiryAssigned: {
    isOver: "enquiryTaken",
    short: ({ id, by }) => ({
      title: "A message from the site is yours",
      body: `${by} has assigned it to you.`,
      path: `${INBOX}/${id}`,
      tag: id,
    }),
    email: ({ id, by }, origin) => ({
      subject: "A message from the site is yours",
      paragraphs: [`${by} has assigned it to you.`],
      action: { label: "Open the message", url: `${origin}${INBOX}/${id}` },
    }),
  },

  enquiryAnswered: {
    isOver: "never: words",
    shortOn: ["whatsapp", "sms"],
    short: ({ id, answer }) => ({ title: ANSWER_TITLE, body: answer, path: "", tag: id }),
    expiresAt: ({ until }) => until,
    email: ({ name, message, answer }) => ({
      subject: `Your message to ${brand.name}`,
      to: name,
      paragraphs: answer.split(/\n{2,}/),
      facts: [["You wrote", message]],
    }),
  },
});

const listPhone = (phone: string | null | undefined): EmailFact[] => (phone ? [["Phone", { phone }]] : []);

/**
 * Puts a visitor's message into the inbox (W4) and tells the office; one with a filled honeypot is marked as suspected,
 * and no one is told. Refuses with `tooMany` (L1).
 */
export async function sendEnquiry(context: DomainContext, topic: EnquiryTopic, enquiry: Enquiry) {
  const { db, now, clientAddress, emit } = context;
  const { [HONEYPOT]: trap, name, email, phone, subject, message } = enquiry;
  const perSender: Attempt = ["contactPerSender", email];
  const perAddress: Attempt = ["contactPerAddress", clientAddress];
  const id = newId();
  const isNew = isNewForm(context);
  const isTaken = sql`${isNew} and ${isWithinLimit(context, perSender, perAddress)}`;
  const isSuspected = Boolean(trap);
  const row = { id, topic, name, email, phone, subject, message, isSuspected, createdAt: now };
  const facts = { subject: subject ?? topic, name, email, phone, message };
  const { counted, written } = await batch(db, {
    counted: [hit(context, perSender, isNew), hit(context, perAddress, isNew)],
    written: insertWhere(db, enquiries, row, isTaken),
    notice: notify(context, {
      to: { office: true },
      cause: id,
      when: sql`${!isSuspected} and ${isTaken}`,
      notice: enquiryNotices.enquiry,
      facts,
    }),
    form: rememberForm(context, isTaken),
  });
  const tooMany = exceeded(context, counted.flat());
  if (tooMany) return tooMany;
  if (written.meta.changes === 1) emit({ type: "officeChanged" });
  return OK;
}

interface PhoneEnquiry {
  id: string;
  phone: string;
  text: string;
  channel: PhoneChannel;
  name: string | null;
  /** Of the bookings that it names. */
  references?: string[];
}

const SUBJECTS: Record<PhoneChannel, string> = { whatsapp: "By WhatsApp", sms: "By text message" };

/** The name of a phone's owner, if they are known by it alone (B29), else the phone. */
const nameOfPhone = (phone: string): SQL =>
  sql`coalesce((select first_name || ' ' || last_name from users where phone = ${phone} and email is null limit 1), ${formatPhone(phone)})`;

/** The statement that puts what was said by WhatsApp into the inbox, as an admin's own, where `condition` holds (Q3). */
export const fileConversation = (
  { db, now }: DomainContext,
  { id, phone, adminId, text }: { id: string; phone: string; adminId: string; text: string },
  condition: SQL,
) => {
  const message = text.slice(-ENQUIRY_LENGTH);
  const row = { id, topic: "whatsapp", phone, subject: SUBJECTS.whatsapp, name: nameOfPhone(phone) } as const;
  return insertWhere(db, enquiries, { ...row, message, assignedTo: adminId, createdAt: now }, condition);
};

/** Puts a phone's message (`id`) into the inbox, once, and tells the office (N15). Refuses with `tooMany` (L1). */
export async function receivePhoneEnquiry(context: DomainContext, from: PhoneEnquiry) {
  const { db, now, emit } = context;
  const { id, channel, phone, name, references = [], text: message } = from;
  const attempt: Attempt = ["enquiryPerPhone", phone];
  const isStored = sql`exists (select 1 from enquiries where id = ${id})`;
  const isNew = sql`not ${isStored}`;
  const subject = [SUBJECTS[channel], ...references].join(", ");
  const row = {
    id,
    topic: channel,
    phone,
    subject,
    message,
    createdAt: now,
    name: sql`coalesce(${name}, ${nameOfPhone(phone)})`,
  };
  const facts = { subject, name, phone, message };
  const { counted, written } = await batch(db, {
    counted: hit(context, attempt, isNew),
    written: insertWhere(db, enquiries, row, sql`${isNew} and ${isWithinLimit(context, attempt)}`),
    notice: notify(context, {
      to: { office: true },
      cause: id,
      when: isStored,
      notice: enquiryNotices.phoneEnquiry,
      facts,
    }),
  });
  if (written.meta.changes === 1) emit({ type: "officeChanged" });
  return exceeded(context, counted) ?? OK;
}

const fields = {
  ...columnsOf(
    enquiries,
    "id",
    "topic",
    "name",
    "email",
    "phone",
    "subject",
    "message",
    "isSuspected",
    "createdAt",
    "doneAt",
  ),
  ...columnsOf(enquiries, "answer", "answeredAt"),
  assignedToId: enquiries.assignedTo,
  assignedTo: nameIn<string | null>(users),
};

const isAssigned = eq(users.id, enquiries.assignedTo);

export const enquiryList = defineList({
  id: enquiries.id,
  views: {
    open: { by: enquiries.createdAt, where: sql`${enquiries.doneAt} is null` },
    done: { by: enquiries.doneAt, where: sql`${enquiries.doneAt} is not null` },
  },
  select: (db) => db.select(fields).from(enquiries).leftJoin(users, isAssigned),
  show: (enquiry) => enquiry,
  at: ({ createdAt, doneAt }) => doneAt ?? createdAt,
});

export function findEnquiry(db: Database, id: string) {
  const all = {
    ...fields,
    /** The conversation by WhatsApp that goes on with its phone. */
    dialogueId: sql<string | null>`(select dialogues.id from dialogues where dialogues.phone = ${enquiries.phone}
      and channel = ${enquiries.topic} and dialogues.ended_at is null)`.as("dialogue_id"),
    /** When its phone last wrote by WhatsApp; 0: never. */
    lastWhatsAppAt: lastWhatsAppFrom(sql`${enquiries.phone}`).as("last_whatsapp_at"),
    answeredBy: sql<string | null>`(select first_name || ' ' || last_name from audit_log
      join users writer on writer.id = audit_log.admin_id
      where audit_log.subject_id = ${enquiries.id} and action = 'enquiryAnswered' order by at desc limit 1)`.as(
      "answered_by",
    ),
  };
  return firstRow(db.select(all).from(enquiries).leftJoin(users, isAssigned).where(eq(enquiries.id, id)));
}

type Change = "close" | "reopen" | { assignedTo: string; shown?: string };

/** The action in the log, the condition over `enquiries` under which it is one, and the columns that it sets. */
function writtenChange(
  change: Change,
  now: Instant,
): { action: AuditAction; from: SQL; set: Changes<typeof enquiries> } {
  if (change === "close") return { action: "enquiryClosed", from: sql`done_at is null`, set: { doneAt: now } };
  if (change === "reopen") return { action: "enquiryReopened", from: sql`done_at is not null`, set: { doneAt: null } };
  const { assignedTo, shown } = change;
  return {
    action: "enquiryAssigned",
    from: sql`assigned_to is not ${assignedTo} and ${isStillAdmin(assignedTo)} and ${isAsShown(sql`assigned_to`, shown)}`,
    set: { assignedTo },
  };
}

/**
 * Closes an enquiry, opens it again, or assigns it to the admin `assignedTo` (O11), where it is still assigned to the one
 * `shown`; a colleague is told. Refuses with `enquiryNotFound` and `changedMeanwhile`.
 */
export async function changeEnquiry(context: DomainContext, admin: AuthenticatedUser, id: string, change: Change) {
  const { action, from, set } = writtenChange(change, context.now);
  const colleague = typeof change !== "string" && change.assignedTo !== admin.id ? change.assignedTo : null;
  const facts = { id, by: fullName(admin) };
  const { found } = await officeVerb(context, admin, action, {
    subject: { kind: "enquiry", id },
    after: typeof change === "string" ? null : { to: change.assignedTo },
    when: sql`exists (select 1 from enquiries where id = ${id} and ${from})`,
    do: (recorded, entryId) => ({
      changed: context.db
        .update(enquiries)
        .set(set)
        .where(sql`id = ${id} and ${recorded}`),
      notice: notify(context, {
        to: colleague,
        cause: entryId,
        when: recorded,
        notice: enquiryNotices.enquiryAssigned,
        facts,
      }),
      found: context.db.select({ assignedTo: enquiries.assignedTo }).from(enquiries).where(eq(enquiries.id, id)),
    }),
  });
  if (!found[0]) return refuse("enquiryNotFound");
  return typeof change === "string" || found[0].assignedTo === change.assignedTo ? OK : refuseChanged({});
}

/** The log entries of an enquiry's answers, which their notices name as their cause. */
const answersTo = (id: string) =>
  sql`(select id from audit_log where subject_id = ${id} and action = 'enquiryAnswered')`;

/** Finds how far the last answer to an enquiry got (N17), or null. */
export function findAnswerNotice(db: Database, id: string) {
  const isAnswer = sql`${notices.causeId} in ${answersTo(id)} and ${notices.kind} = ${enquiryNotices.enquiryAnswered.kind}`;
  const columns = ["channel", "status", "nextAttemptAt", "sentAt", "deliveredAt", "seenAt", "lastError"] as const;
  return firstRow(
    db
      .select(columnsOf(notices, ...columns))
      .from(notices)
      .where(isAnswer)
      .orderBy(desc(notices.createdAt))
      .limit(1),
  );
}

/**
 * Answers an enquiry the way it came (O11), and closes it; the same answer again succeeds. A further answer is added to
 * what was answered, if its writer knew that: `shown` is when the page said it was answered last. Refuses with
 * `alreadyAnswered`; by phone also with `channelNotSetUp`, `answerTooLong`, and `whatsAppWindowOver` a day after they
 * wrote.
 */
export async function answerEnquiry(
  context: DomainContext,
  admin: AuthenticatedUser,
  to: Pick<typeof enquiries.$inferSelect, "id" | "name" | "message" | "answer"> & Answerable,
  { answer, shown = "" }: { answer: string; shown?: string },
) {
  const { db, now, channels } = context;
  const { id, phone, name, message } = to;
  const way = answerWay(to, channels, now);
  if (!way) return refuse("channelNotSetUp");
  const isSame = (given: string | null | undefined) => given === answer || given?.endsWith(`\n\n${answer}`);
  if (!isSame(to.answer) && way.obstacle) return refuse(way.obstacle);
  if (isTooLong(answer, way.by)) return refuse("answerTooLong");
  const reader = way.by !== "email" && phone ? { phone, channel: way.by, userId: null } : { enquirerOf: id };
  const facts = { id, name, message, answer, until: way.until };
  const done = { doneAt: sql`coalesce(done_at, ${now})`, assignedTo: sql`coalesce(assigned_to, ${admin.id})` };
  const all = sql`coalesce(answer || char(10, 10), '') || ${answer}`;
  const { after } = await officeVerb(context, admin, "enquiryAnswered", {
    subject: { kind: "enquiry", id },
    after: { by: way.by },
    when: sql`exists (select 1 from enquiries where id = ${id} and ${isAsShown(sql`answered_at`, shown)})`,
    do: (recorded, entryId) => ({
      answered: db
        .update(enquiries)
        .set({ answer: all, answeredAt: now, ...done })
        .where(sql`id = ${id} and ${recorded}`),
      notice: notify(context, {
        to: reader,
        cause: entryId,
        when: recorded,
        notice: enquiryNotices.enquiryAnswered,
        facts,
      }),
      after: db.select({ answer: enquiries.answer }).from(enquiries).where(eq(enquiries.id, id)),
    }),
  });
  return isSame(after[0]?.answer) ? OK : refuse("alreadyAnswered");
}
