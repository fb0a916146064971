import { eq, sql, type SQL } from "drizzle-orm";
import { authenticatorApps, plumberProfiles, reviews } from "~/db/schema";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import type { Instant } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { fullName } from "~/domain/values/user";
import { queueNotice } from "../notices";
import { setUpApp } from "../second-factor";
import { createRegistration } from "../sign-up";
import { completedJob, type seedTownForAdmin } from "../town";
import { createCaller, createUser } from "../users";
import type { SettingName } from "~/domain/settings/usual-settings";

export type Town = Awaited<ReturnType<typeof seedTownForAdmin>>;

/** A form that an admin sends. */
export interface AuditedStep {
  path: string;
  form: Record<string, string>;
  /** Reads what it changes. */
  effect: SQL;
  /** When it is sent, if not now. */
  at?: Instant;
}

export const post = (path: string, form: Record<string, string>, effect: SQL): AuditedStep => ({ path, form, effect });

export const rowsOf = (table: string, column: string, value: string): SQL =>
  sql`select * from ${sql.raw(table)} where ${sql.raw(column)} = ${value}`;
const rowsIn = (table: string): SQL => sql`select count(*) from ${sql.raw(table)}`;
export const rowOf = (table: string, id: string): SQL => rowsOf(table, "id", id);
export const setting = (name: string): SQL => rowsOf("settings", "name", name);

const pageOf = ({ id }: { id: string }) => `/admin-dashboard/people/${id}`;
const profileOf = ({ id }: { id: string }) => rowsOf("plumber_profiles", "user_id", id);

/** An admin's acts on accounts: each is possible after those above it. */
export async function accountSteps({ context, admin, client, plumber }: Town) {
  const { db, now } = context;
  const registration = await createRegistration(context, "plumber");
  const [good, dubious, checked, promoted, locked, caller] = await Promise.all([
    createUser(context, "plumber", { listed: false }),
    createUser(context, "plumber", { listed: false }),
    createUser(context, "plumber"),
    createUser(context, "client"),
    createUser(context, "client"),
    createCaller(context),
  ]);
  for (const { id } of [good, dubious])
    await db.update(plumberProfiles).set({ approval: "waiting" }).where(eq(plumberProfiles.userId, id));
  await db.update(plumberProfiles).set({ queuedAt: 1 }).where(eq(plumberProfiles.userId, checked.id));
  await setUpApp(context, locked);
  // Set up as the others are, it would ask for its code from now on.
  await db.insert(authenticatorApps).values({ userId: admin.id, secret: "one", confirmedAt: now });

  const suspension = rowOf("users", plumber.id);
  const registered = `/admin-dashboard/registrations/${registration.id}`;
  const vetting = `/admin-dashboard/vetting/${checked.id}`;
  const certificate = { kind: "certificate", lastDay: "2099-01-31", note: "Journeyman" };
  const reset = rowsOf("second_factor_resets", "user_id", locked.id);
  const merge = `${pageOf(caller)}/merge/${client.id}`;
  return {
    userSuspended: post(`${pageOf(plumber)}/suspend`, { reason: "Did not come" }, suspension),
    userRestored: post(`${pageOf(plumber)}/restore`, {}, suspension),
    verificationResent: post(`${registered}/resend`, {}, rowsOf("notices", "recipient", registration.email)),
    emailVerified: post(`${registered}/verify`, {}, rowOf("users", registration.id)),
    plumberApproved: post(`${pageOf(good)}/approve`, {}, profileOf(good)),
    plumberRefused: post(`${pageOf(dubious)}/refuse`, { words: "The name is another one." }, profileOf(dubious)),
    checkRecorded: post(vetting, { ...certificate, nameKey: fullName(checked).toLowerCase() }, profileOf(checked)),
    checkRemoved: post(vetting, { intent: "remove:certificate" }, profileOf(checked)),
    papersSettled: post(`${pageOf(checked)}/finish-papers`, {}, profileOf(checked)),
    papersAsked: post(`${pageOf(checked)}/ask-papers`, { words: "The other side, please." }, profileOf(checked)),
    adminGranted: post(`${pageOf(promoted)}/make-admin`, {}, rowOf("users", promoted.id)),
    adminRevoked: post(`${pageOf(promoted)}/revoke-admin`, {}, rowOf("users", promoted.id)),
    factorResetStarted: post(`${pageOf(locked)}/turn-off-second-factor`, {}, reset),
    factorResetStopped: post(`${pageOf(locked)}/keep-second-factor`, {}, reset),
    userErased: post(`${pageOf(locked)}/erase`, { sure: "on", reason: "Asked us to" }, rowOf("users", locked.id)),
    secondFactorChanged: post("/security", { intent: "removeApp" }, rowsOf("authenticator_apps", "user_id", admin.id)),
    accountsMerged: post(merge, { form: "merge", sure: "on" }, rowOf("users", caller.id)),
  };
}

const set = (form: SettingName, value: Record<string, string>) =>
  post("/admin-dashboard/settings", { form, ...value }, setting(form));
const REVIEWS = "/admin-dashboard/reviews";

/** An admin's acts on settings, notices, notes, messages, reviews and enquiries: each is possible after those above it. */
export async function officeSteps({ context, admin, client, plumber, review, enquiry, dialogue }: Town) {
  const { db, now } = context;
  const failed = newId();
  const note = newId();
  const held = newId();
  await queueNotice(context, { id: failed, kind: "bookingTransitioned", status: "failed", attempts: 6 });
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

  const conversation = `/admin-dashboard/conversations/${conversationIdOf(client.id, plumber.id)}`;
  const clientPage = `/admin-dashboard/people/${client.id}`;
  const written = rowOf("office_notes", note);
  const shown = rowOf("reviews", review);
  const inbox = `/admin-dashboard/inbox/${enquiry}`;
  const handled = rowOf("enquiries", enquiry);
  const talk = `/admin-dashboard/whatsapp/${dialogue}`;
  const talkRow = rowOf("dialogues", dialogue);
  return {
    commissionChanged: set("commission", { percent: "12" }),
    quietHoursChanged: set("quiet-hours", { quietFrom: "1260", quietUntil: "390" }),
    approvalSwitched: set("approval", { approval: "off" }),
    emailFrameChanged: set("email-frame", { greeting: "Good day {name},", closing: "" }),
    socialLinksChanged: set("social-links", { Facebook: "https://facebook.com/pombi" }),
    textAnswersSwitched: set("text-answers", { textAnswers: "on" }),
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
    conversationOpened: post(conversation, { kind: "dispute", words: "The price" }, rowsIn("conversation_openings")),
    messageSent: post(`/admin-dashboard/messages/${client.id}`, { id: newId(), content: "Hello" }, rowsIn("messages")),
    reviewUnchanged: post(REVIEWS, { intent: `keep:${review}` }, shown),
    reviewHidden: post(`${REVIEWS}/${review}/hide`, { reason: "Not about the job" }, shown),
    reviewRestored: post(REVIEWS, { intent: `restore:${review}` }, shown),
    reviewShown: post(REVIEWS, { intent: `show:${held}` }, rowOf("reviews", held)),
    enquiryAssigned: post(inbox, { intent: "assign", assignee: admin.id }, handled),
    enquiryClosed: post(inbox, { intent: "close" }, handled),
    enquiryReopened: post(inbox, { intent: "reopen" }, handled),
    enquiryAnswered: post(inbox, { answer: "Yes, on Tuesdays." }, handled),
    dialogueTaken: post(talk, { intent: "take" }, talkRow),
    dialogueGivenBack: post(talk, { intent: "give-back" }, talkRow),
  };
}
