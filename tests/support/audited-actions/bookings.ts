import { sql } from "drizzle-orm";
import { privatePhotos } from "~/db/schema";
import { findBookingFor } from "~/domain/bookings/queries/booking-details.server";
import { writeQuote } from "~/domain/money/quotes.server";
import { dateAt, DAY, timeAt } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { book } from "../town";
import { createCaller, createUser } from "../users";
import { bookingColumn, walk } from "./audited-walk";

export const BOOKING_WALKS = [
  walk(["clientNotReached", "clientTold", "spokeForClient"], async ({ context, starts }) => {
    const client = await createCaller(context);
    const plumber = await createUser(context, "plumber");
    const booking = await book(context, client, plumber, starts.at(-1)!);
    await writeQuote(context, plumber, (await findBookingFor(context.db, plumber, booking))!, {
      lines: [{ what: "New cartridge", amount: 60_00 }],
      deposit: null,
      note: null,
      validUntil: context.now + DAY,
    });
    const called = (column: string) =>
      sql`select ${sql.raw(column)} from notices where booking_id = ${booking} and channel = 'call'`;
    return {
      clientNotReached: {
        path: "/admin-dashboard/calls",
        form: { intent: `no-answer:${booking}`, until: String(context.now) },
        effect: called("attempts"),
      },
      clientTold: {
        path: "/admin-dashboard/calls",
        form: { intent: `told:${booking}`, until: String(context.now) },
        effect: called("status"),
      },
      spokeForClient: {
        path: `/admin-dashboard/bookings/${booking}/money/accept-quote`,
        form: { version: "1" },
        effect: bookingColumn("agreed_price", booking),
      },
    };
  }),
  walk(["bookingAssigned"], ({ request, otherPlumber }) => ({
    bookingAssigned: {
      path: `/admin-dashboard/dispatch/${request}`,
      form: { plumber: otherPlumber.id, from: "" },
      effect: bookingColumn("plumber_id", request),
    },
  })),
  walk(["plumberReminded", "bookingRescheduled", "bookingCancelled"], ({ pending, starts }) => ({
    plumberReminded: {
      path: `/admin-dashboard/bookings/${pending}`,
      form: { intent: "remindPlumber" },
      effect: sql`select count(*) from notices where booking_id = ${pending} and kind = 'requestUnanswered'`,
    },
    bookingRescheduled: {
      path: `/admin-dashboard/bookings/${pending}/reschedule`,
      form: { appointmentDate: dateAt(starts.at(-7)!), appointmentTime: timeAt(starts.at(-7)!) },
      effect: bookingColumn("starts_at", pending),
    },
    bookingCancelled: {
      path: `/admin-dashboard/bookings/${pending}/cancel`,
      form: { reason: "It was booked twice" },
      effect: bookingColumn("status", pending),
    },
  })),
  walk(["bookingRetitled", "bookingStarted", "bookingCompleted"], ({ confirmed, starts }) => ({
    bookingRetitled: {
      path: `/admin-dashboard/bookings/${confirmed}`,
      form: { title: "New tap" },
      effect: bookingColumn("title", confirmed),
    },
    bookingStarted: {
      path: `/admin-dashboard/bookings/${confirmed}/start`,
      effect: bookingColumn("status", confirmed),
    },
    bookingCompleted: {
      path: `/admin-dashboard/bookings/${confirmed}/complete`,
      at: starts.at(-2)!,
      effect: bookingColumn("status", confirmed),
    },
  })),
  walk(["photoHidden", "photoShown"], async ({ context, pending }) => {
    const photo = newId();
    await context.db
      .insert(privatePhotos)
      .values({ id: photo, kind: "problem", bookingId: pending, uploadId: newId(), createdAt: context.now });
    const path = `/admin-dashboard/bookings/${pending}/photos`;
    const effect = sql`select hidden_at from private_photos where id = ${photo}`;
    return {
      photoHidden: { path, form: { intent: `hide:${photo}` }, effect },
      photoShown: { path, form: { intent: `show:${photo}` }, effect },
    };
  }),
  walk(
    ["bookingMade", "consentRecorded", "consentEnded", "accountOffered"],
    async ({ context, otherPlumber, starts }) => {
      const { id } = await createCaller(context);
      const page = `/admin-dashboard/people/${id}`;
      return {
        bookingMade: {
          path: "/admin-dashboard/bookings/new",
          form: {
            client: id,
            plumber: otherPlumber.id,
            city: "Harare",
            appointmentDate: dateAt(starts.at(-5)!),
            appointmentTime: timeAt(starts.at(-5)!),
            serviceType: "Leak Fixing",
            street: "1 King George Road",
          },
          effect: sql`select count(*) from bookings where client_id = ${id}`,
        },
        consentRecorded: {
          path: `${page}/consent`,
          form: { words: "Yes" },
          effect: sql`select count(*) from consents where user_id = ${id}`,
        },
        consentEnded: {
          path: `${page}/end-consent`,
          effect: sql`select count(*) from phone_channels where user_id = ${id} and ended_at is not null`,
        },
        accountOffered: {
          path: `${page}/offer-account`,
          form: { email: `${id}@example.test` },
          effect: sql`select token_hash from claim_links where user_id = ${id}`,
        },
      };
    },
  ),
];
