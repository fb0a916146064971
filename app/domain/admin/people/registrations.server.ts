import type { RegistrationSummary } from "./office-users";
import { eq, sql, type SQL } from "drizzle-orm";
import { type Database, columnsOf, firstRow } from "~/db/client.server";
import { registrations, users } from "~/db/schema";
import type { AuthenticatedUser } from "../../values/user";
import { isNewForm, rememberForm } from "../../idempotency/sent-forms.server";
import { emailVerificationLink } from "../../accounts/registration.server";
import { becomeAccount } from "../../accounts/verification.server";
import { officeVerb } from "../../audit-log/audit-log.server";
import type { DomainContext } from "../../domain-context.server";
import { defineList } from "../../values/lists.server";
import { OK, refuse } from "../../values/refusal";
import { type SearchText, beginWith } from "./search.server";

const PAGE_SIZE = 30;

const hasAccount = sql`exists (select 1 from users where users.email = ${registrations.email})`;

const selectRegistrations = (db: Database) =>
  db
    .select({
      ...columnsOf(registrations, "id", "role", "firstName", "lastName", "email", "phone"),
      ...columnsOf(registrations, "photoKey", "createdAt", "city"),
      /** The email has an account: its owner signed up again, or someone else tried to. */
      hasAccount: sql`${hasAccount}`.mapWith(Boolean),
    })
    .from(registrations);

/** The sign-ups that no one has verified yet (O10); with a search, only those it finds by name, email or phone. */
export function registrationList(search: SearchText | null) {
  const some = (where: SQL) =>
    sql`select id from (select id from registrations where ${where} limit cast(${PAGE_SIZE} as integer))`;
  const where = search ? sql`${registrations.id} in (${beginWith(search, some)})` : undefined;
  return defineList({
    id: registrations.id,
    views: { all: { by: registrations.createdAt, where } },
    select: selectRegistrations,
    show: (registration) => registration,
    at: ({ createdAt }) => createdAt,
    size: PAGE_SIZE,
  });
}

export const findRegistration = (db: Database, id: string) =>
  firstRow(selectRegistrations(db).where(eq(registrations.id, id)));

/**
 * Turns a registration into an account without its link, for someone whose emails don't arrive (O10). Repeating it changes
 * nothing. Refuses with `hasAccount`, and with `userNotFound` for a registration that is gone.
 */
export async function verifyByHand(context: DomainContext, admin: AuthenticatedUser, asked: RegistrationSummary) {
  const { db, now } = context;
  const { id, email } = asked;
  const { accounts } = await officeVerb(context, admin, "emailVerified", {
    subject: { kind: "user", id },
    before: { verified: false },
    after: { verified: true },
    when: sql`exists (select 1 from registrations where id = ${id} and not ${hasAccount})`,
    do: (recorded) => ({
      becomes: becomeAccount(db, sql`${id}`, recorded, now),
      accounts: db.select({ id: users.id }).from(users).where(eq(users.email, email)),
    }),
  });
  const [account] = accounts;
  if (!account) return refuse("userNotFound");
  return account.id === id ? OK : refuse("hasAccount");
}

/** Emails a new verification link for a registration (O10); if the address has an account, the email says so instead. */
export async function resendVerificationTo(context: DomainContext, admin: AuthenticatedUser, to: RegistrationSummary) {
  const { id, email } = to;
  await officeVerb(context, admin, "verificationResent", {
    subject: { kind: "registration", id },
    when: sql`exists (select 1 from registrations where id = ${id}) and ${isNewForm(context)}`,
    do: async (recorded) => ({
      ...(await emailVerificationLink(context, email, null, recorded)),
      form: rememberForm(context, recorded),
    }),
  });
}
