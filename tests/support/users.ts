import { eq } from "drizzle-orm";
import { openDatabase, type Database } from "~/db/client.server";
import { SENT_CHANNELS } from "~/db/notice-channels";
import { bookings, plumberProfiles, users } from "~/db/schema";
import { testHashing, hashPassword, renewedRecipe } from "~/domain/accounts/passwords.server";
import { TERMS_VERSION } from "~/domain/accounts/account";
import type { DomainContext } from "~/domain/domain-context.server";
import { openPhotoStore, openPrivatePhotoStore } from "~/domain/photos/photo-store.server";
import { LIMITS } from "~/domain/rate-limits/limits";
import { DAY, type Instant, instantOf } from "~/domain/time/harare";
import { cityKey } from "~/domain/values/cities";
import { newId } from "~/domain/values/id";
import { parseRotatingSecret } from "~/domain/values/secrets";
import { fullName, type Role, type SteppedUpUser } from "~/domain/values/user";
import { gatherReads, meterD1, pipeline } from "../../workers/d1";
import { env } from "./env";
import { hashOf, signedIn } from "./sessions";

export * from "./sessions";

/** Friday 20 November 2026, 9:00 in Harare: every slot of the day is still ahead. */
export const NINE_O_CLOCK: Instant = instantOf("2026-11-20", 9 * 60);

/** A verb's context, with a clock of the test's own. */
export function contextAt(now: Instant = NINE_O_CLOCK, more: Partial<DomainContext> = {}): DomainContext {
  return {
    db: openDatabase(pipeline(env.DB, gatherReads())),
    now,
    origin: env.ORIGIN,
    limits: LIMITS,
    sessionSecret: parseRotatingSecret(env.SESSION_SECRET)!,
    device: "Chrome on Android",
    formId: null,
    // Another one at each read, so that tests do not count against each other's limits; a copy of the context keeps one.
    get clientAddress() {
      return newId();
    },
    photos: openPhotoStore(env.PHOTOS, env.IMAGES),
    privatePhotos: openPrivatePhotoStore(env.PHOTOS, env.IMAGES),
    requiresSecondFactor: false,
    hashing: testHashing,
    channels: SENT_CHANNELS,
    paymentProvider: null,
    emit: () => undefined,
    ...more,
  };
}

/** The number of rows that D1 read for `work`: the sum over its calls of `all` and `batch`, the only ones D1 reports. */
export async function rowsRead(work: (db: Database) => Promise<unknown>): Promise<number> {
  const meter = meterD1();
  await work(openDatabase(pipeline(env.DB, gatherReads(), meter.step)));
  return meter.rowsRead();
}

/** The context of the tests at nine o'clock. */
export const context = contextAt();
export const { db, now } = context;
/** Past the start of every booking of the tests of money. */
export const afterwards = contextAt(now + 90 * DAY);

/** Hashes a password at the tests' cost. */
export const hashForTests = (password: string) => hashPassword(password, renewedRecipe(testHashing.cost, null));

let count = 0;

interface Wanted extends Partial<{
  firstName: string;
  lastName: string;
  city: string;
  email: string;
  passwordHash: string;
  phone: string;
  speciality: string;
  photoKey: string;
}> {
  listed?: boolean;
  feeCents?: number;
  /** The stars of visible reviews. */
  ratings?: (4 | 5)[];
}

type UserOf<Of extends Role> = SteppedUpUser & { role: Of };

/** A user with an account and, for plumbers, a profile: listed unless the test says otherwise. */
export async function createUser<Of extends Role>(context: DomainContext, role: Of, wanted: Wanted = {}) {
  const { db, now } = context;
  const { passwordHash = "not a hash", city = "Harare", ratings = [], ...more } = wanted;
  const { speciality = "Leak Repair", feeCents = 2500, listed = true, ...own } = more;
  count += 1;
  const user = {
    id: newId(),
    role,
    firstName: `Test${count}`,
    lastName: role,
    email: `${role}-${newId()}@example.test`,
    phone: null,
    photoKey: null,
    address: null,
    termsVersion: TERMS_VERSION,
    ...own,
  };
  await db.insert(users).values({ ...user, passwordHash, emailVerifiedAt: now, createdAt: now, updatedAt: now });
  if (role === "plumber") {
    await db.insert(plumberProfiles).values({
      userId: user.id,
      sortName: fullName(user).toLowerCase(),
      city,
      cityKey: cityKey(city),
      speciality,
      experience: "5 Years",
      about: "About",
      feeCents,
      listed,
      ratingSum: ratings.reduce<number>((sum, stars) => sum + stars, 0),
      ratingCount: ratings.length,
      rated4: ratings.filter((stars) => stars === 4).length,
      rated5: ratings.filter((stars) => stars === 5).length,
    });
  }
  return { ...user, sessionHash: "none", hasSecondFactor: false, steppedUpAt: now } as UserOf<Of>;
}

/** A user of each of these roles, in their order. */
export const createUsers = <Roles extends Role[]>(context: DomainContext, ...roles: Roles) =>
  Promise.all(roles.map((role) => createUser(context, role))) as Promise<{ [At in keyof Roles]: UserOf<Roles[At]> }>;

/** A client who can't sign in: the office books for them on the phone. */
export async function createCaller(context: DomainContext, wanted: Wanted = {}): Promise<SteppedUpUser> {
  const phone = `+26377${String((count += 1)).padStart(7, "0")}`;
  const caller = await createUser(context, "client", { phone, passwordHash: "none", ...wanted });
  await context.db.update(users).set({ email: null, emailVerifiedAt: null }).where(eq(users.id, caller.id));
  return caller;
}

/** A client whom plumbers know: one job of theirs is completed already, long ago. */
export async function createKnownClient(context: DomainContext, wanted: Wanted = {}): Promise<SteppedUpUser> {
  const client = await createUser(context, "client", wanted);
  const plumber = await createUser(context, "plumber", { listed: false });
  const startsAt = context.now - 90 * DAY;
  await context.db.insert(bookings).values({
    id: newId(),
    reference: `PB-${newId().slice(0, 12)}`,
    clientId: client.id,
    plumberId: plumber.id,
    status: "completed",
    startsAt,
    reviewedAt: startsAt + DAY,
    createdAt: startsAt,
    updatedAt: startsAt,
  });
  return client;
}

/** A user with an open session; `cookie` is its Cookie header. */
export async function createSignedInUser(context: DomainContext, role: Role, wanted: Wanted = {}) {
  const user = await createUser(context, role, wanted);
  const cookie = await signedIn(context, user);
  return { ...user, cookie, sessionHash: await hashOf(cookie) };
}
