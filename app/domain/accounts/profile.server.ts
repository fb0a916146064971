import { eq, sql, type SQL } from "drizzle-orm";
import * as z from "zod";
import { batch, type Database, selectFacts, insertWhere, columnsOf } from "~/db/client.server";
import { plumberProfiles, profileTextColumns, servedSuburbs, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { claimPhoto, isStaged, leaveToSweep } from "../photos/private-photos.server";
import { exceeded, hit, type Admitted } from "../rate-limits/counter.server";
import { cityKey, suburbKey } from "../values/cities";
import { OK, refuse } from "../values/refusal";
import { mapProfileTexts, type ProfileText } from "../values/trade";
import { fullName, type AuthenticatedUser } from "../values/user";
import type { OwnAccount } from "./account";
import type { plumberProfileForm, profileCall, ProfileChange } from "./account-forms";
import { isLiveSession } from "../values/live-session.server";
import { hashToken } from "./tokens.server";

/** Finds what a user has told us; null for an unknown id. */
export async function findOwnAccount(db: Database, userId: string): Promise<OwnAccount | null> {
  const served = sql<string>`(select json_group_array(suburb) from served_suburbs where plumber_id = ${users.id})`;
  const [row] = await db
    .select({
      account: {
        ...columnsOf(users, "id", "role", "firstName", "lastName"),
        email: sql<string>`${users.email}`,
        ...columnsOf(users, "phone", "photoKey", "addressLine1", "addressLine2"),
      },
      trade: { ...profileTextColumns, ...columnsOf(plumberProfiles, "feeCents", "city", "suburb", "listed") },
      servedSuburbs: served.as("served_suburbs"),
    })
    .from(users)
    .leftJoin(plumberProfiles, eq(plumberProfiles.userId, users.id))
    .where(eq(users.id, userId));
  if (!row) return null;
  const servedSuburbs = z.array(z.string()).parse(JSON.parse(row.servedSuburbs));
  return { ...row.account, trade: row.trade && { ...row.trade, servedSuburbs } };
}

type TradeChange = Pick<z.output<typeof profileCall>, "name" | ProfileText | "fees" | "city" | "addressLine2"> &
  Partial<Pick<z.output<typeof plumberProfileForm>, "suburb" | "servedSuburbs">>;

/**
 * Begins a change of a profile, before its photo is decoded, beside the session's check: counts it (L1). An ended
 * session counts nothing: its token could lock the owner out (L2). Refuses with `tooMany`.
 */
export async function beginProfileChange(context: DomainContext, sessionToken: string, userId: string) {
  const isLive = isLiveSession(await hashToken(sessionToken), userId, context.now);
  // As a batch it takes the session's confirmation along.
  const { counted } = await batch(context.db, { counted: hit(context, ["profilePerUser", userId], isLive) });
  return exceeded(context, counted) ?? ({ ok: true } as Admitted<"profileChange">);
}

/**
 * Changes what a user says of themselves (A16); what is undefined stays. Claims the staged photo (`photoKey`; null
 * keeps the current one) and leaves the previous one to the sweep (P3). A plumber's checks are of their name: with
 * another one the office is to look again (D17). Refuses with `photoGone`, and `addressRequired` for a plumber.
 */
export async function updateProfile(
  { db, now }: DomainContext,
  user: AuthenticatedUser,
  _admission: Admitted<"profileChange">,
  change: ProfileChange,
  photoKey: string | null,
) {
  if (user.role === "plumber" && change.addressLine1 === null) return refuse("addressRequired");
  const photoIsStaged = photoKey ? isStaged(photoKey, now) : sql`true`;
  const sortName = fullName({ firstName: change.name, lastName: change.username ?? user.lastName }).toLowerCase();
  const trade: TradeChange | null = user.role === "plumber" ? change : null;
  const isMine = sql`id = ${user.id} and ${photoIsStaged}`;
  const previous = sql`select photo_key from users where ${isMine} and photo_key is not null and ${photoKey} is not null`;
  const hasPhoto = sql`exists (select 1 from users where id = ${user.id} and photo_key = ${photoKey})`;
  const { staged } = await batch(db, {
    staged: selectFacts(db, { isStaged: photoIsStaged }),
    previousPhoto: leaveToSweep(db, previous, now),
    trade: db
      .update(plumberProfiles)
      .set({
        sortName,
        ...mapProfileTexts((name) => sql`coalesce(${trade?.[name] ?? null}, ${profileTextColumns[name]})`),
        feeCents: sql`cast(coalesce(${trade?.fees ?? null}, fee_cents) as integer)`,
        city: sql`coalesce(${trade?.city ?? null}, city)`,
        cityKey: sql`coalesce(${trade?.city === undefined ? null : cityKey(trade.city)}, city_key)`,
        suburb: trade?.suburb,
        checks: sql`iif(sort_name = ${sortName}, checks, '[]')`,
        queuedAt: sql`iif(sort_name <> ${sortName} and checks <> '[]', coalesce(queued_at, ${now}), queued_at)`,
      })
      .where(sql`user_id = ${user.id} and ${photoIsStaged}`),
    suburbs: serveSuburbs(db, user.id, trade?.servedSuburbs, photoIsStaged),
    account: db
      .update(users)
      .set({
        firstName: change.name,
        lastName: change.username,
        phone: change.phone,
        addressLine1: change.addressLine1,
        addressLine2: trade?.addressLine2,
        photoKey: sql`coalesce(${photoKey}, photo_key)`,
        updatedAt: now,
      })
      .where(isMine),
    claimed: claimPhoto(db, photoKey, hasPhoto),
  });
  return staged[0]?.isStaged ? OK : refuse("photoGone");
}

/** The statements that replace the suburbs a plumber serves (D14); undefined keeps them. */
function serveSuburbs(db: Database, plumberId: string, suburbs: string[] | undefined, condition: SQL) {
  if (!suburbs) return [];
  const served = JSON.stringify(suburbs.map((suburb) => ({ suburb, key: suburbKey(suburb) })));
  const row = { plumberId, suburbKey: sql`json_extract(value, '$.key')`, suburb: sql`json_extract(value, '$.suburb')` };
  return [
    db.delete(servedSuburbs).where(sql`plumber_id = ${plumberId} and ${condition}`),
    insertWhere(db, servedSuburbs, row, condition, { from: sql`json_each(${served})` }),
  ];
}
