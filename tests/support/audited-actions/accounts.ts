import { eq, sql } from "drizzle-orm";
import { authenticatorApps, plumberProfiles } from "~/db/schema";
import { fullName } from "~/domain/values/user";
import { setUpApp } from "../second-factor";
import { createRegistration } from "../sign-up";
import { createCaller, createUser } from "../users";
import { userColumn, walk } from "./audited-walk";

const pageOf = (id: string) => `/admin-dashboard/people/${id}`;
const profileOf = (id: string) =>
  sql`select listed, approval, queued_at, office_words, checks from plumber_profiles where user_id = ${id}`;

export const ACCOUNT_WALKS = [
  walk(["userSuspended", "userRestored"], ({ plumber: { id } }) => ({
    userSuspended: {
      path: `${pageOf(id)}/suspend`,
      form: { reason: "Did not come" },
      effect: userColumn("suspended_at", id),
    },
    userRestored: { path: `${pageOf(id)}/restore`, effect: userColumn("suspended_at", id) },
  })),
  walk(["verificationResent", "emailVerified"], async ({ context }) => {
    const { id, email } = await createRegistration(context, "plumber");
    return {
      verificationResent: {
        path: `/admin-dashboard/registrations/${id}/resend`,
        effect: sql`select count(*) from notices where recipient = ${email}`,
      },
      emailVerified: {
        path: `/admin-dashboard/registrations/${id}/verify`,
        effect: sql`select count(*) from users where id = ${id} and email_verified_at is not null`,
      },
    };
  }),
  walk(["plumberApproved", "plumberRefused"], async ({ context }) => {
    const newPlumber = async () => {
      const { id } = await createUser(context, "plumber", { listed: false });
      await context.db.update(plumberProfiles).set({ approval: "waiting" }).where(eq(plumberProfiles.userId, id));
      return id;
    };
    const [good, dubious] = [await newPlumber(), await newPlumber()];
    return {
      plumberApproved: { path: `${pageOf(good)}/approve`, effect: profileOf(good) },
      plumberRefused: {
        path: `${pageOf(dubious)}/refuse`,
        form: { words: "The name is another one." },
        effect: profileOf(dubious),
      },
    };
  }),
  walk(["checkRecorded", "checkRemoved", "papersSettled", "papersAsked"], async ({ context }) => {
    const plumber = await createUser(context, "plumber");
    const { id } = plumber;
    await context.db.update(plumberProfiles).set({ queuedAt: 1 }).where(eq(plumberProfiles.userId, id));
    const path = `/admin-dashboard/vetting/${id}`;
    const effect = profileOf(id);
    return {
      checkRecorded: {
        path,
        form: {
          kind: "certificate",
          lastDay: "2099-01-31",
          note: "Journeyman",
          nameKey: fullName(plumber).toLowerCase(),
        },
        effect,
      },
      checkRemoved: { path, form: { intent: "remove:certificate" }, effect },
      papersSettled: { path: `${pageOf(id)}/finish-papers`, effect },
      papersAsked: { path: `${pageOf(id)}/ask-papers`, form: { words: "The other side, please." }, effect },
    };
  }),
  walk(["adminGranted", "adminRevoked"], async ({ context }) => {
    const { id } = await createUser(context, "client");
    const effect = userColumn("role", id);
    return {
      adminGranted: { path: `${pageOf(id)}/make-admin`, effect },
      adminRevoked: { path: `${pageOf(id)}/revoke-admin`, effect },
    };
  }),
  walk(["factorResetStarted", "factorResetStopped", "userErased"], async ({ context }) => {
    const client = await createUser(context, "client");
    await setUpApp(context, client);
    const { id } = client;
    const reset = sql`select started_by from second_factor_resets where user_id = ${id}`;
    return {
      factorResetStarted: { path: `${pageOf(id)}/turn-off-second-factor`, effect: reset },
      factorResetStopped: { path: `${pageOf(id)}/keep-second-factor`, effect: reset },
      userErased: { path: `${pageOf(id)}/erase`, form: { sure: "on" }, effect: userColumn("email", id) },
    };
  }),
  walk(["secondFactorChanged"], async ({ context, admin }) => {
    // Set up as the others are, it would ask for its code from now on.
    await context.db.insert(authenticatorApps).values({ userId: admin.id, secret: "one", confirmedAt: context.now });
    return {
      secondFactorChanged: {
        path: "/security",
        form: { intent: "removeApp" },
        effect: sql`select confirmed_at from authenticator_apps where user_id = ${admin.id}`,
      },
    };
  }),
  walk(["accountsMerged", "mergeUndone"], async ({ context, client }) => {
    const { id } = await createCaller(context);
    const path = `${pageOf(id)}/merge/${client.id}`;
    const effect = userColumn("merged_into", id);
    return {
      accountsMerged: { path, form: { form: "merge" }, effect },
      mergeUndone: { path, form: { form: "undo" }, effect },
    };
  }),
];
