import { sql, type SQL } from "drizzle-orm";
import { batch, type Database, selectFacts, columnsOf } from "~/db/client.server";
import { users } from "~/db/schema";
import { confirmCallerPhone, emailClaimLink, insertCallerAccount } from "../../accounts/claim-links.server";
import { isPhoneConfirmed } from "../../accounts/phone-channels.server";
import { type EmailedToken, newEmailedToken } from "../../accounts/tokens.server";
import { isStillAdmin, recordAuditEntry } from "../../audit-log/audit-log.server";
import { MAX_LEAD_TIME } from "../../bookings/booking";
import {
  newReference,
  type BookingWish,
  insertRequest,
  isFreeForOffice,
  type NewRequest,
  selectHours,
  selectSameStart,
} from "../../bookings/commands/booking-request-statements.server";
import { type BookablePlumber, followRequest, wasMade } from "../../bookings/commands/booking-requests.server";
import { isOpenBooking } from "../../bookings/queries/booking-conditions.server";
import type { DomainContext } from "../../domain-context.server";
import { listPlumbersOfCity } from "../../plumbers/directory.server";
import { findPlumber } from "../../plumbers/plumber-profiles.server";
import { DATE_FORMS } from "../../time/date-fields";
import { dateAt, formatDate, type Instant, instantOf, parseDate } from "../../time/harare";
import { slotChoices, bookableDates } from "../../time/slots";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import { type AuthenticatedUser, fullName, type Named } from "../../values/user";
import { notOfCity, SOMEONE_NEW } from "./caller";
import { insertConsent, isWithoutEmail } from "./caller-accounts.server";
import { callerAddress } from "../people/users.server";
import type { ChoicesQuery, NewCaller } from "./caller-forms";
import { readSearch, findClient, searchClients } from "../people/search.server";

export interface CallerBooking {
  /** `isSure`: someone new gets an account also if another one has their phone, which no one has confirmed. */
  caller: (Named & { id: string }) | (NewCaller & { isSure?: boolean });
  plumber: BookablePlumber | null;
  wish: BookingWish & { city: string };
  consent: string | null;
}

/**
 * Books for a client, or for someone new, who gets an account and a link to make it their own (B29); B8 and B9 don't bind the
 * office. Refuses with `phoneTaken`, `emailTaken`, `phoneNotVerified` and `clientSuspended`, each with that client, `userNotFound`
 * for other roles, `startNotInFuture`, `slotTaken` and `plumberNotFound`. `repeated`: the same one is open already (B7).
 */
export async function bookForCaller(context: DomainContext, admin: AuthenticatedUser, booking: CallerBooking) {
  const ahead = booking.wish.startsAt - context.now;
  if (ahead <= 0 || ahead > MAX_LEAD_TIME) return refuse("startNotInFuture");
  const once = { newClientId: newId(), claim: await newEmailedToken(), answer: await newEmailedToken() };
  // A second attempt only if another booking has the reference.
  for (let attempt = 0; attempt < 3; attempt++) {
    const result = await tryToBook(context, admin, { ...booking, ...once });
    if (result) return result;
  }
  throw new Error("No free booking reference after three attempts.");
}

type Attempt = CallerBooking & { newClientId: string; claim: EmailedToken; answer: EmailedToken };

/** Null: everything was fine but the reference, which another booking has. */
async function tryToBook(context: DomainContext, admin: AuthenticatedUser, attempt: Attempt) {
  const { db, now, emit } = context;
  const { caller, plumber, wish, consent, newClientId, claim, answer } = attempt;
  const someoneNew = "id" in caller ? null : caller;
  const clientId = "id" in caller ? caller.id : newClientId;
  const plumberId = plumber?.id ?? null;
  const request: NewRequest = {
    ...wish,
    id: newId(),
    reference: newReference(),
    clientId,
    plumberId,
    draftId: null,
  };
  const isAdmin = isStillAdmin(admin.id);
  const isClient = sql`id = ${clientId} and role = 'client' and password_hash not in ('erased', 'merged')`;
  const isAllowed = sql`${isAdmin} and exists (select 1 from users where ${isClient} and suspended_at is null)`;
  const made = wasMade(request);
  const consented = consent === null ? null : { userId: clientId, adminId: admin.id, words: consent };
  const after = { client: clientId, plumber: plumberId };
  const entry = { admin, action: "bookingMade", subject: { kind: "booking", id: request.id }, after } as const;
  const found = await batch(db, {
    account:
      someoneNew &&
      insertCallerAccount(
        context,
        clientId,
        someoneNew,
        sql`${isAdmin} and ${isFreeForOffice(request)}
          and not exists (select 1 from users held where phone = ${someoneNew.phone} and role = 'client'
            and (${Number(!someoneNew.isSure)} or ${isPhoneConfirmed("held")}))
          and not exists (select 1 from users where email = ${someoneNew.email})`,
      ),
    inserted: insertRequest(db, request, now, isAllowed, "office"),
    ...followRequest(context, admin, clientId, plumber, request, answer),
    auditEntry: recordAuditEntry(context, entry, made).entry,
    // A caller from that number is the client who was meant (B34).
    reached: someoneNew ? null : confirmCallerPhone(context, clientId, made),
    consent: consented && insertConsent(context, consented, sql`${made} and ${isWithoutEmail(clientId)}`),
    ...(someoneNew?.email && emailClaimLink(context, { userId: clientId, email: someoneNew.email, ...claim }, made)),
    offered: someoneNew?.email ? recordOffer(context, admin, clientId, someoneNew.email, made) : null,
    sameStart: selectSameStart(db, request),
    owners: someoneNew && selectOwners(db, someoneNew, request),
    client: db.select({ suspendedAt: users.suspendedAt }).from(users).where(isClient),
    hours: plumber && selectHours(db, plumber.id),
    free: selectFacts(db, { is: isFreeForOffice(request) }),
  });

  if (found.inserted.meta.changes > 0) {
    emit({ type: "bookingChanged", bookingId: request.id, status: "pending", clientId, plumberId });
    emit({ type: "officeChanged" });
    return { ...OK, id: request.id, repeated: false };
  }
  const owner = found.owners?.find(
    ({ id, hasEmail, isPhoneConfirmed }) => id !== clientId && (hasEmail || isPhoneConfirmed || !someoneNew?.isSure),
  );
  if (owner) {
    const { bookingId, hasPhone, hasEmail, ...client } = owner;
    if (client.isSuspended) return { ...refuse("clientSuspended"), client };
    const isSame = hasPhone && fullName(client).toLowerCase() === fullName(caller).toLowerCase();
    if (isSame && bookingId) return { ...OK, id: bookingId, repeated: true };
    if (hasEmail && !client.isPhoneConfirmed) return { ...refuse("emailTaken"), client };
    return { ...refuse(client.isPhoneConfirmed ? "phoneTaken" : "phoneNotVerified"), client };
  }
  const own = found.sameStart.find((one) => one.clientId === clientId && one.plumberId === plumberId);
  if (own) return { ...OK, id: own.id, repeated: true };
  if (plumber && !found.hours?.[0]?.listed) return refuse("plumberNotFound");
  if (!found.free[0]?.is) return refuse("slotTaken");
  const [client] = found.client;
  if (!client) return refuse("userNotFound");
  return client.suspendedAt === null ? null : { ...refuse("clientSuspended"), client: null };
}

/** Where the link to claim an account went is in the log. */
const recordOffer = (context: DomainContext, admin: AuthenticatedUser, userId: string, email: string, condition: SQL) =>
  recordAuditEntry(
    context,
    { admin, action: "accountOffered", subject: { kind: "user", id: userId }, after: { email } },
    condition,
  ).entry;

/** The accounts that have a new caller's phone or email, with their open booking like this one, if any. */
const selectOwners = (db: Database, { phone, email }: NewCaller, { plumberId, startsAt }: NewRequest) =>
  db
    .select({
      ...columnsOf(users, "id", "firstName", "lastName", "email", "phone"),
      address: callerAddress.as("address"),
      isSuspended: sql`${users.suspendedAt} is not null`.mapWith(Boolean).as("is_suspended"),
      hasPhone:
        sql`phone is ${phone} or exists (select 1 from users as merged where merged.merged_into = users.id and merged.phone = ${phone})`
          .mapWith(Boolean)
          .as("has_phone"),
      hasEmail: sql`${users.email} is not null and ${users.email} is ${email}`.mapWith(Boolean).as("has_email"),
      isPhoneConfirmed: sql`exists (
        select 1 from users held where users.id in (held.id, held.merged_into) and held.phone = ${phone} and ${isPhoneConfirmed("held")})`
        .mapWith(Boolean)
        .as("is_phone_confirmed"),
      bookingId: sql<string | null>`(
        select id from bookings where client_id = users.id and plumber_id is ${plumberId} and starts_at = ${startsAt}
          and ${isOpenBooking} limit 1)`.as("booking_id"),
    })
    .from(users)
    .where(
      sql`id in (select coalesce(merged_into, id) from (select id, merged_into from users where phone = ${phone}
        and role = 'client' limit 10)
        union select id from users where email = ${email})`,
    )
    .orderBy(sql`is_phone_confirmed desc, phone is not ${phone}`)
    .limit(10);

/**
 * Lists the choices of the office when it books for a caller (B29): the clients that the search finds, the plumbers of the
 * city, and the chosen plumber with their free times: of the coming week, or of the one that begins with another day.
 */
export async function listChoices(db: Database, { q, client, city, plumber, otherDate }: ChoicesQuery, now: Instant) {
  const today = dateAt(now);
  const lastDay = dateAt(now + MAX_LEAD_TIME);
  const asked = otherDate && parseDate(otherDate);
  const day = asked && asked >= today && asked <= lastDay ? asked : null;
  // A later day begins a week of its own.
  const from = day && !bookableDates(now).includes(day) ? instantOf(day, 0) : now;
  const search = readSearch(q ?? null);
  const [chosen, found, plumbers, profile] = await Promise.all([
    client && client !== SOMEONE_NEW ? findClient(db, client) : null,
    search ? searchClients(db, search) : { clients: [], phone: null },
    listPlumbersOfCity(db, city),
    plumber ? findPlumber(db, plumber, from) : null,
  ]);
  const times = profile && plumbers.some(({ id }) => id === profile.id) ? profile : null;
  return {
    clients: chosen ? [chosen, ...found.clients.filter(({ id }) => id !== chosen.id)] : found.clients,
    chosen,
    isSearched: search !== null,
    isByName: search !== null && search.phone === null && search.phoneEnd === null,
    /** Tells if a client has the phone that was typed. If not, the clients were found by name. Null: no phone was typed. */
    phone: found.phone,
    city,
    plumbers,
    /** The chosen plumber and their free times; null: none is chosen, or they are not listed, or not in this city. */
    plumber: times,
    plumberError: profile && !times ? notOfCity(fullName(profile), city) : null,
    slots: times && slotChoices(times, from, today),
    /** The day that was asked for after the coming seven, if it can be booked. */
    day,
    lastDay,
    dayError:
      !otherDate || day ? null : asked ? `Please choose a day from today to ${formatDate(lastDay)}.` : DATE_FORMS,
  };
}

export type CallerChoices = Awaited<ReturnType<typeof listChoices>>;
