import { eq } from "drizzle-orm";
import { bookings, plumberProfiles, sessions, users } from "~/db/schema";
import { testHashing, hashPassword, renewedRecipe } from "~/domain/accounts/passwords.server";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { SESSION_IDLE } from "~/domain/accounts/sessions.server";
import { STEP_UP_LIFE } from "~/domain/accounts/second-factor/factor-use.server";
import { hashToken, signClaims } from "~/domain/accounts/tokens.server";
import { fullName, type Role, type SessionClaims, type SteppedUpUser } from "~/domain/values/user";
import type { DomainContext } from "~/domain/domain-context.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { cityKey } from "~/domain/values/cities";

/** Hashes a password at the tests' cost. */
export const hashForTests = (password: string) => hashPassword(password, renewedRecipe(testHashing.cost, null));

let count = 0;

interface Wanted extends Partial<
  Record<"firstName" | "lastName" | "city" | "email" | "passwordHash" | "phone" | "speciality" | "photoKey", string>
> {
  listed?: boolean;
  feeCents?: number;
  /** The stars of visible reviews. */
  ratings?: (4 | 5)[];
}

/** A user with an account and, for plumbers, a profile: listed unless the test says otherwise. */
export async function createUser(context: DomainContext, role: Role, wanted: Wanted = {}): Promise<SteppedUpUser> {
  const { db, now } = context;
  const { passwordHash = "not a hash", city = "Harare", ratings = [], ...more } = wanted;
  const { speciality = "Leak Repair", feeCents = 2500, listed = true, ...own } = more;
  count += 1;
  const user = {
    ...{ id: newId(), role, firstName: `Test${count}`, lastName: role, email: `${role}-${newId()}@example.test` },
    ...{ phone: null, photoKey: null, address: null, termsVersion: TERMS_VERSION },
    ...own,
  };
  await db.insert(users).values({ ...user, passwordHash, emailVerifiedAt: now, createdAt: now, updatedAt: now });
  if (role === "plumber") {
    await db.insert(plumberProfiles).values({
      ...{ userId: user.id, sortName: fullName(user).toLowerCase(), city, cityKey: cityKey(city) },
      ...{ speciality, experience: "5 Years", about: "About", feeCents, listed },
      ratingSum: ratings.reduce<number>((sum, stars) => sum + stars, 0),
      ratingCount: ratings.length,
      rated4: ratings.filter((stars) => stars === 4).length,
      rated5: ratings.filter((stars) => stars === 5).length,
    });
  }
  return { ...user, sessionHash: "none", hasSecondFactor: false, steppedUpAt: now } as SteppedUpUser;
}

/** A user of each of these roles, in their order. */
export const createUsers = <Roles extends Role[]>(context: DomainContext, ...roles: Roles) =>
  Promise.all(roles.map((role) => createUser(context, role))) as Promise<{ [At in keyof Roles]: SteppedUpUser }>;

/** A client who can't sign in: the office books for them on the phone. */
export async function createCaller(context: DomainContext, wanted: Wanted = {}): Promise<SteppedUpUser> {
  const phone = `+26377${String((count += 1)).padStart(7, "0")}`;
  const caller = await createUser(context, "client", { phone, passwordHash: "none", ...wanted });
  await context.db.update(users).set({ email: null, emailVerifiedAt: null }).where(eq(users.id, caller.id));
  return caller;
}

/** A session whose user has not shown for longer than it counts that it is them (A24). */
export const signedInEarlier = (context: Pick<DomainContext, "db" | "now" | "sessionSecret">, user: SessionClaims) =>
  signedIn(context, user, context.now - STEP_UP_LIFE - 1);

/** A client whom plumbers know: one job of theirs is completed already, long ago. */
export async function createKnownClient(context: DomainContext, wanted: Wanted = {}): Promise<SteppedUpUser> {
  const client = await createUser(context, "client", wanted);
  const plumber = await createUser(context, "plumber", { listed: false });
  const startsAt = context.now - 90 * DAY;
  await context.db.insert(bookings).values({
    ...{ id: newId(), reference: `PB-${newId().slice(0, 12)}`, clientId: client.id, plumberId: plumber.id },
    ...{ status: "completed", startsAt, reviewedAt: startsAt + DAY, createdAt: startsAt, updatedAt: startsAt },
  });
  return client;
}

/** The Cookie header of a session that is really open; who it is was shown just now, or at `steppedUpAt` (A24). */
export async function signedIn(
  context: Pick<DomainContext, "db" | "now" | "sessionSecret">,
  user: SessionClaims,
  steppedUpAt = context.now,
): Promise<string> {
  const token = await signClaims(context.sessionSecret, user);
  const { now } = context;
  await context.db.insert(sessions).values({
    ...{ tokenHash: await hashToken(token), userId: user.id, role: user.role, steppedUpAt },
    ...{ createdAt: now, refreshedAt: now, expiresAt: now + SESSION_IDLE },
  });
  return `__Host-session=${token}`;
}
