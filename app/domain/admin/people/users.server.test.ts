import { beforeAll, expect, test } from "vitest";
import { bookingEvents } from "~/db/schema";
import { admin, context, createBooking, db, now, plumber, seedPayers } from "../../../../tests/support/money";
import { textOf, visit } from "../../../../tests/support/site";
import { signedIn } from "../../../../tests/support/users";
import type { BookingStatus } from "../../bookings/booking";
import { MINUTE } from "../../time/harare";
import { newId } from "../../values/id";

type Happening = Pick<typeof bookingEvents.$inferInsert, "event" | "actorRole" | "actorId">;

beforeAll(seedPayers);

/** A job that was requested at `now`, with what happened to it so many minutes after. */
async function job(status: BookingStatus, ...happenings: [minutes: number, happening: Happening][]) {
  const bookingId = await createBooking({ status });
  await db.insert(bookingEvents).values(
    [[0, { event: "request", actorRole: "client", actorId: null }] as const, ...happenings].map(([minutes, what]) => ({
      ...{ id: newId(), bookingId, toStatus: status, at: now + minutes * MINUTE, ...what },
    })),
  );
}

test("a plumber's figures count what expired as not accepted, what the client cancelled not at all, and no answer of the office", async () => {
  const by = (actorRole: Happening["actorRole"], event: Happening["event"]): Happening => ({
    ...{ event, actorRole, actorId: actorRole === "plumber" ? plumber.id : null },
  });
  await job("completed", [10, by("plumber", "confirm")], [600, by("plumber", "complete")]);
  await job("cancelled", [30, by("plumber", "confirm")], [60, by("client", "cancel")]);
  await job("cancelled", [40, by("plumber", "confirm")], [60, by("plumber", "cancel")]);
  await job("refused", [20, by("plumber", "refuse")]);
  await job("refused", [120, by("system", "expire")]);
  await job("confirmed", [5, by("admin", "confirm")]);
  await job("pending");
  const file = await visit(`/admin-dashboard/people/${plumber.id}`, { cookie: await signedIn(context, admin) });
  const text = (await textOf(file)).replace(/<svg.*?<\/svg>|<[^>]+>/g, " ").replace(/\s+/g, " ");
  const rates = ["Acceptance rate 60%", "Completion rate (excluding client cancellations) 25%"];
  for (const figure of [...rates, "Usual response time 25 min"]) expect(text).toContain(figure);
});
