import { sql } from "drizzle-orm";
import { privatePhotos } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { writeQuote } from "~/domain/money/quotes.server";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { startFields } from "../request-form";
import { book } from "../town";
import { createCaller, createUser } from "../users";
import { post, rowOf, rowsOf, type Town } from "./audited-step";

/** What an admin does with bookings: each is possible after those above it. */
export async function bookingSteps({ context, starts, request, pending, confirmed, otherPlumber }: Town) {
  const { db, now } = context;
  const [caller, newCaller] = [await createCaller(context), await createCaller(context)];
  const plumber = await createUser(context, "plumber");
  const quoted = await book(context, caller, plumber, starts.at(-1)!);
  await writeQuote(context, plumber, (await findBookingFor(db, plumber, quoted))!, {
    lines: [{ what: "New cartridge", amount: 60_00 }],
    deposit: null,
    note: null,
    validUntil: now + DAY,
  });
  const photo = newId();
  await db
    .insert(privatePhotos)
    .values({ id: photo, kind: "problem", bookingId: pending, uploadId: newId(), createdAt: now });

  const until = String(now);
  const called = (column: string) =>
    sql`select ${sql.raw(column)} from notices where booking_id = ${quoted} and channel = 'call'`;
  const page = (id: string, verb = "") => `/admin-dashboard/bookings/${id}${verb}`;
  const hidden = rowOf("private_photos", photo);
  const callerPage = `/admin-dashboard/people/${newCaller.id}`;
  return {
    clientNotReached: post("/admin-dashboard/calls", { intent: `no-answer:${quoted}`, until }, called("attempts")),
    clientTold: post("/admin-dashboard/calls", { intent: `told:${quoted}`, until }, called("status")),
    spokeForClient: post(page(quoted, "/money/accept-quote"), { version: "1" }, rowOf("bookings", quoted)),
    bookingAssigned: post(
      `/admin-dashboard/dispatch/${request}`,
      { plumber: otherPlumber.id, from: "" },
      rowOf("bookings", request),
    ),
    photoHidden: post(page(pending, "/photos"), { intent: `hide:${photo}` }, hidden),
    photoShown: post(page(pending, "/photos"), { intent: `show:${photo}` }, hidden),
    plumberReminded: post(
      page(pending),
      { intent: "remindPlumber" },
      sql`select count(*) from notices where booking_id = ${pending} and kind = 'requestUnanswered'`,
    ),
    bookingRescheduled: post(page(pending, "/reschedule"), startFields(starts.at(-7)!), rowOf("bookings", pending)),
    bookingCancelled: post(page(pending, "/cancel"), { reason: "It was booked twice" }, rowOf("bookings", pending)),
    bookingRetitled: post(page(confirmed), { title: "New tap" }, rowOf("bookings", confirmed)),
    bookingStarted: post(page(confirmed, "/start"), {}, rowOf("bookings", confirmed)),
    bookingCompleted: {
      ...post(page(confirmed, "/complete"), {}, rowOf("bookings", confirmed)),
      at: starts.at(-2)!,
    },
    bookingMade: post(
      page("new"),
      {
        client: newCaller.id,
        plumber: otherPlumber.id,
        city: "Harare",
        serviceType: "Leak Fixing",
        street: "1 King George Road",
        ...startFields(starts.at(-5)!),
      },
      rowsOf("bookings", "client_id", newCaller.id),
    ),
    consentRecorded: post(`${callerPage}/consent`, { words: "Yes" }, rowsOf("consents", "user_id", newCaller.id)),
    consentEnded: post(
      `${callerPage}/end-consent`,
      {},
      sql`select count(*) from phone_channels where user_id = ${newCaller.id} and ended_at is not null`,
    ),
    accountOffered: post(
      `${callerPage}/offer-account`,
      { email: `${newCaller.id}@example.test` },
      rowsOf("claim_links", "user_id", newCaller.id),
    ),
  };
}
