import { eq, sql } from "drizzle-orm";
import { authenticatorApps, plumberProfiles } from "~/db/schema";
import { fullName } from "~/domain/values/user";
import { setUpApp } from "../second-factor";
import { createRegistration } from "../sign-up";
import { createCaller, createUser } from "../users";
import { post, rowOf, rowsOf, type Town } from "./audited-step";

const pageOf = ({ id }: { id: string }) => `/admin-dashboard/people/${id}`;
const profileOf = ({ id }: { id: string }) => rowsOf("plumber_profiles", "user_id", id);

/** What an admin does with accounts: each is possible after those above it. */
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
  const vetting = `/admin-dashboard/vetting/${checked.id}`;
  const certificate = { kind: "certificate", lastDay: "2099-01-31", note: "Journeyman" };
  const reset = rowsOf("second_factor_resets", "user_id", locked.id);
  const merge = `${pageOf(caller)}/merge/${client.id}`;
  return {
    userSuspended: post(`${pageOf(plumber)}/suspend`, { reason: "Did not come" }, suspension),
    userRestored: post(`${pageOf(plumber)}/restore`, {}, suspension),
    verificationResent: post(
      `/admin-dashboard/registrations/${registration.id}/resend`,
      {},
      sql`select count(*) from notices where recipient = ${registration.email}`,
    ),
    emailVerified: post(
      `/admin-dashboard/registrations/${registration.id}/verify`,
      {},
      sql`select count(*) from users where id = ${registration.id} and email_verified_at is not null`,
    ),
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
    userErased: post(`${pageOf(locked)}/erase`, { sure: "on" }, rowOf("users", locked.id)),
    secondFactorChanged: post("/security", { intent: "removeApp" }, rowsOf("authenticator_apps", "user_id", admin.id)),
    accountsMerged: post(merge, { form: "merge" }, rowOf("users", caller.id)),
  };
}
