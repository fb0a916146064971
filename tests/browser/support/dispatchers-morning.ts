import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { authenticatorApps, payoutDetails } from "~/db/schema";
import { codeAt, newAppSecret, stepAt } from "~/domain/accounts/second-factor/totp";
import { owedTo, transfer } from "~/domain/ledger/ledger.server";
import { addDays, DAY, dateAt, HOUR, instantOf, MINUTE, type Instant } from "~/domain/time/harare";
import { parseRotatingSecret, seal } from "~/domain/values/secrets";

/** The numbers of requests that wait in Dispatch, by their fate. */
const TO_REMIND = 9;
const TO_REASSIGN = 3;
const TO_ASSIGN = 4;
const TO_CANCEL = 4;
export const REQUESTS = TO_REMIND + TO_REASSIGN + TO_ASSIGN + TO_CANCEL;

const PLUMBERS = 8;
const ADMIN = "demoadmin";

/**
 * The whole town of a dispatcher at `now`: requests of Chinhoyi that no one has answered or has, its plumbers'
 * jobs of the next day at 10 and 12, an amount that a client disputes, and money that is owed to a plumber.
 */
export async function seedMorning(db: Database, now: Instant): Promise<void> {
  await db.run(sql`update bookings set status = 'cancelled' where status = 'pending'`);
  await db.run(sql`update enquiries set done_at = created_at where done_at is null`);
  await db.run(sql`update plumber_profiles set city = 'Harare', city_key = 'harare' where city_key = 'chinhoyi'`);
  const count = (to: number) =>
    sql`with recursive n(i) as (select 0 union all select i + 1 from n where i < ${to - 1})`;
  const plumber = sql`printf('townplumber%013d', i % ${PLUMBERS})`;
  const client = sql`printf('townclient%014d', i)`;
  await db.run(sql`${count(PLUMBERS)} insert into users (id, role, first_name, last_name, email, phone, password_hash,
    email_verified_at, created_at, updated_at)
    select ${plumber}, 'plumber', 'Chinhoyi', printf('Plumber%d', i), printf('town%d@example.test', i),
      printf('+26377100000%d', i), 'none', ${now}, ${now}, ${now} from n`);
  await db.run(sql`${count(PLUMBERS)} insert into plumber_profiles (user_id, sort_name, speciality, experience, about,
    fee_cents, city, city_key, listed, job_minutes)
    select ${plumber}, printf('chinhoyi plumber%d', i), 'Leak Repair', '5 years', 'About', 2000, 'Chinhoyi', 'chinhoyi', 1, 60 from n`);
  await db.run(sql`${count(REQUESTS)} insert into users (id, role, first_name, last_name, email, phone, password_hash,
    email_verified_at, created_at, updated_at)
    select ${client}, 'client', 'Client', printf('Number%02d', i), printf('townclient%d@example.test', i),
      printf('+2637720000%02d', i), 'none', ${now}, ${now}, ${now} from n`);

  const book = (
    kind: string,
    many: number,
    {
      status,
      plumberId,
      startsAt,
      askedAt,
    }: { status: unknown; plumberId: unknown; startsAt: unknown; askedAt: unknown },
    more = sql`null, null, null`,
  ) =>
    db.run(sql`${count(many)} insert into bookings (id, reference, client_id, plumber_id, status, starts_at, city_key,
      service_type, fee, street, created_at, updated_at, asked_at, final_amount, final_answer, completed_at)
      select printf('town%s%014d', ${kind}, i), printf('PB-%s%02d', upper(${kind}), i), ${client}, ${plumberId},
        ${status}, ${startsAt}, 'chinhoyi', 'Leak Fixing', 2000,
        '1 King George Road', ${askedAt}, ${askedAt}, ${askedAt}, ${more} from n`);
  const day = addDays(dateAt(now), 1);
  const at = (days: number, hour: number) => instantOf(addDays(day, days), hour * 60);
  const pending = (askedAt: unknown, startsAt: unknown, plumberId: unknown = null) => {
    return { status: "pending", plumberId, startsAt, askedAt };
  };
  const halfHours = sql`i * ${30 * MINUTE}`;
  await book("remind", TO_REMIND, pending(sql`${now - 3 * HOUR} + i`, sql`${at(1, 10)} + ${halfHours}`, plumber));
  await book("assign", TO_ASSIGN, pending(sql`${now - 20 * MINUTE} + i`, sql`${at(2, 15)} + ${halfHours}`));
  await book("anew", TO_REASSIGN, pending(sql`${now - 9 * HOUR} + i`, sql`${at(3, 15)} + ${halfHours}`, plumber));
  // When every plumber of the city has a job.
  await book("cancel", TO_CANCEL, pending(sql`${now - 30 * MINUTE} + i`, at(0, 10)));
  for (const hour of [10, 12])
    await book(`job${hour}`, PLUMBERS, { ...pending(now - DAY, at(0, hour), plumber), status: "confirmed" });

  await book(
    "dispute",
    1,
    { status: "completed", plumberId: plumber, startsAt: now - 3 * HOUR, askedAt: now - DAY },
    sql`4000, 'disputed', ${now - HOUR}`,
  );
  await db.run(sql`insert into booking_events (id, booking_id, seq, event, actor_role, actor_id, to_status, reason, at)
    select 'townobjection00000000001', id, 1, 'dispute-final', 'client', client_id, status, 'He was there for ten minutes', ${now - HOUR}
    from bookings where id like 'towndispute%'`);
  await db.run(sql`update disputes set closed_at = opened_at where closed_at is null`);
  await db.run(sql`insert into disputes (id, booking_id, event, opened_at)
    select id, booking_id, event, at from booking_events where id = 'townobjection00000000001'`);

  await db.insert(payoutDetails).values({
    id: "towndetails0000000000001",
    plumberId: "demoplumber01",
    method: "ecocash",
    number: "+263772000567",
    holder: "T Ncube",
    createdAt: now - DAY,
    validFrom: now - DAY,
  });
  const earned = { kind: "earned", debit: "clearing", credit: owedTo("demoplumber01"), amount: 45_00 } as const;
  await transfer({ db, now }, { ...earned, causeId: "townearned00000000000001" }, sql`true`);
}

/** Gives the admin an authenticator app; the result is the code that it shows at an instant. */
export async function giveApp(db: Database, sessionSecret: string, now: Instant) {
  const secret = newAppSecret();
  await db.insert(authenticatorApps).values({
    userId: ADMIN,
    secret: await seal(parseRotatingSecret(sessionSecret)!, ADMIN, secret),
    confirmedAt: now - DAY,
  });
  return (instant: Instant) => codeAt(secret, stepAt(instant));
}

/** Whose a job is, and when it starts. */
export async function placeOf(db: Database, reference: string) {
  const [row] = await db.all<{ plumber: string; start: number }>(
    sql`select (select last_name from users where users.id = plumber_id) as plumber, starts_at as start from bookings
      where reference = ${reference}`,
  );
  return row;
}
