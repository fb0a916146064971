import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { PhoneChannel } from "../notices/choices";
import { refuse, OK } from "../values/refusal";
import type { AuthenticatedUser, Named } from "../values/user";
import { TERMS_VERSION } from "./account";
import { insertCallerAccount } from "./claim-links.server";
import { addVouchedPhone, isPhoneConfirmed } from "./phone-channels.server";
import { recordAcceptance } from "./verification.server";
import { withoutSession } from "./user-fields.server";

/**
 * Makes the account of someone whom we know by their phone alone (Q2): a client without an email, whose phone's provider
 * vouches for it, with their consent and the terms they accepted. Once for an `id`. Refuses with `phoneInUse` when an account
 * has this phone by now.
 */
export async function openPhoneAccount(
  context: DomainContext,
  { id, channel, phone, firstName, lastName }: Named & { id: string; channel: PhoneChannel; phone: string },
) {
  const { db, now } = context;
  const isFree = sql`not exists (select 1 from users held where phone = ${phone} and ${isPhoneConfirmed("held")})`;
  const isMade = sql`exists (select 1 from users where id = ${id} and phone = ${phone} and password_hash = 'none')`;
  const accepted = sql`select id as user_id, ${TERMS_VERSION} as version, ${now} as at from users where id = ${id} and ${isMade}`;
  const { made } = await batch(db, {
    account: insertCallerAccount(context, id, { firstName, lastName, phone }, sql`${isFree}`),
    phone: addVouchedPhone(context, { id, userId: id, channel, phone }, isMade),
    terms: recordAcceptance(db, accepted),
    made: db.select({ firstName: users.firstName, lastName: users.lastName }).from(users).where(isMade),
  });
  const [account] = made;
  if (!account) return refuse("phoneInUse");
  const user: AuthenticatedUser = withoutSession({
    ...account,
    id,
    role: "client",
    email: null,
    phone,
    photoKey: null,
    address: null,
    unreadMessages: 0,
    termsVersion: TERMS_VERSION,
  });
  return { ...OK, user };
}

/** Lets us write to the phone of someone whom we know by it already, who has just written and agreed (Q2). */
export const vouchForPhone = (
  context: DomainContext,
  vouched: { id: string; userId: string; channel: PhoneChannel; phone: string },
) => addVouchedPhone(context, vouched, sql`true`);
