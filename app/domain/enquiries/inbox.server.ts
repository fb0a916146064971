import { and, eq, sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import type { Changes } from "~/db/typed-writes.server";
import { enquiries, notices, users } from "~/db/schema";
import { lastWhatsAppFrom } from "../accounts/phone-channels.server";
import type { AuthenticatedUser } from "../values/user";
import { officeVerb } from "../audit-log/audit-log.server";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { defineList } from "../values/list-definition.server";
import { refuse, type Refusal } from "../values/refusal";
import { answerWay, isTooLong } from "./enquiry";
import { enquiryNotices } from "./enquiry-notices";

type Answer = { ok: true } | Refusal<"enquiryNotFound">;

const fields = {
  id: enquiries.id,
  topic: enquiries.topic,
  name: enquiries.name,
  email: enquiries.email,
  phone: enquiries.phone,
  subject: enquiries.subject,
  message: enquiries.message,
  createdAt: enquiries.createdAt,
  doneAt: enquiries.doneAt,
  answer: enquiries.answer,
  answeredAt: enquiries.answeredAt,
  assignedToId: enquiries.assignedTo,
  assignedTo: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`,
};

/** What visitors wrote (O11): what is open, by when it came, and what is done, by when that was. */
export const enquiryList = defineList({
  id: enquiries.id,
  views: {
    open: { by: enquiries.createdAt, where: sql`${enquiries.doneAt} is null` },
    done: { by: enquiries.doneAt, where: sql`${enquiries.doneAt} is not null` },
  },
  select: (db) => db.select(fields).from(enquiries).leftJoin(users, eq(users.id, enquiries.assignedTo)),
  show: (enquiry) => enquiry,
  at: ({ createdAt, doneAt }) => doneAt ?? createdAt,
});

/** Finds an enquiry by its id, or null. */
export async function findEnquiry(db: Database, id: string) {
  const [row] = await db
    .select({
      ...fields,
      /** When its phone last wrote by WhatsApp; 0: never. */
      lastWhatsAppAt: lastWhatsAppFrom(sql`${enquiries.phone}`).as("last_whatsapp_at"),
      answeredBy: sql<string | null>`(select first_name || ' ' || last_name from audit_log
        join users writer on writer.id = audit_log.admin_id
        where audit_log.subject_id = ${enquiries.id} and action = 'enquiryAnswered' limit 1)`.as("answered_by"),
    })
    .from(enquiries)
    .leftJoin(users, eq(users.id, enquiries.assignedTo))
    .where(eq(enquiries.id, id));
  return row ?? null;
}

type Enquiry = NonNullable<Awaited<ReturnType<typeof findEnquiry>>>;

/**
 * Assigns an enquiry to an admin, oneself or another (O11). Theirs already, or no admin: nothing changes. Refuses with
 * `enquiryNotFound`.
 */
export const assignEnquiry = (context: DomainContext, admin: AuthenticatedUser, id: string, toId: string) =>
  decide(
    context,
    admin,
    id,
    "enquiryAssigned",
    sql`assigned_to is not ${toId} and exists (select 1 from users where users.id = ${toId} and role = 'admin' and suspended_at is null)`,
    { assignedTo: toId },
    sql`json_object('to', ${toId})`,
  );

/** Closes an enquiry. Closed already: nothing changes. Refuses with `enquiryNotFound`. */
export const closeEnquiry = (context: DomainContext, admin: AuthenticatedUser, id: string) =>
  decide(context, admin, id, "enquiryClosed", sql`done_at is null`, { doneAt: context.now });

/** Opens a closed enquiry again. Open already: nothing changes. Refuses with `enquiryNotFound`. */
export const reopenEnquiry = (context: DomainContext, admin: AuthenticatedUser, id: string) =>
  decide(context, admin, id, "enquiryReopened", sql`done_at is not null`, { doneAt: null });

async function decide(
  context: DomainContext,
  admin: AuthenticatedUser,
  id: string,
  action: "enquiryAssigned" | "enquiryClosed" | "enquiryReopened",
  from: SQL,
  set: Changes<typeof enquiries>,
  after: SQL | null = null,
): Promise<Answer> {
  const { found } = await officeVerb(context, admin, action, {
    subject: { kind: "enquiry", id },
    after,
    when: sql`exists (select 1 from enquiries where id = ${id} and ${from})`,
    do: (recorded) => ({
      changed: context.db
        .update(enquiries)
        .set(set)
        .where(sql`id = ${id} and ${recorded}`),
      found: context.db.select({ id: enquiries.id }).from(enquiries).where(eq(enquiries.id, id)),
    }),
  });
  return found.length > 0 ? { ok: true } : refuse("enquiryNotFound");
}

/** Finds how far the answer to an enquiry got (N17), or null. */
export async function findAnswerNotice(db: Database, id: string) {
  const [row] = await db
    .select({
      channel: notices.channel,
      status: notices.status,
      nextAttemptAt: notices.nextAttemptAt,
      sentAt: notices.sentAt,
      deliveredAt: notices.deliveredAt,
      seenAt: notices.seenAt,
      lastError: notices.lastError,
    })
    .from(notices)
    .where(and(eq(notices.causeId, id), eq(notices.kind, enquiryNotices.enquiryAnswered.kind)));
  return row ?? null;
}

/**
 * Answers an enquiry (what `findEnquiry` gave) the way it came, by email, WhatsApp or text message (O11), and closes it,
 * once. Refuses with `alreadyAnswered` if someone has answered something else; the same answer again changes nothing and
 * succeeds. By phone also with `channelNotSetUp`, `answerTooLong`, and `whatsAppWindowOver` a day after they wrote.
 */
export async function answerEnquiry(
  context: DomainContext,
  admin: AuthenticatedUser,
  enquiry: Enquiry,
  answer: string,
): Promise<{ ok: true } | Refusal<"alreadyAnswered" | "channelNotSetUp" | "whatsAppWindowOver" | "answerTooLong">> {
  const { db, now, channels } = context;
  const { id, phone, name, message } = enquiry;
  const way = answerWay(enquiry, channels, now);
  if (!way) return refuse("channelNotSetUp");
  if (enquiry.answer === null && way.obstacle) return refuse(way.obstacle);
  if (isTooLong(answer, way.by)) return refuse("answerTooLong");
  const { after } = await officeVerb(context, admin, "enquiryAnswered", {
    subject: { kind: "enquiry", id },
    after: { by: way.by },
    when: sql`exists (select 1 from enquiries where id = ${id} and answered_at is null)`,
    do: (recorded) => ({
      answered: db
        .update(enquiries)
        .set({
          answer,
          answeredAt: now,
          doneAt: sql`coalesce(done_at, ${now})`,
          assignedTo: sql`coalesce(assigned_to, ${admin.id})`,
        })
        .where(sql`id = ${id} and ${recorded}`),
      notice: notify(
        context,
        way.by !== "email" && phone ? { phone, channel: way.by, userId: null } : { enquirerOf: id },
        enquiryNotices.enquiryAnswered,
        { id, name, message, answer, until: way.until },
        { causeId: id, condition: recorded },
      ),
      after: db.select({ answer: enquiries.answer }).from(enquiries).where(eq(enquiries.id, id)),
    }),
  });
  return after[0]?.answer === answer ? { ok: true } : refuse("alreadyAnswered");
}
