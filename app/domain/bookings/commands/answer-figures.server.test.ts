import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { plumberProfiles } from "~/db/schema";
import { contextAt } from "../../../../tests/support/context";
import { createUser } from "../../../../tests/support/users";
import { wishFor } from "../../../../tests/support/wish";
import { instantOf, MINUTE } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import { findBookingFor } from "../queries/booking-details.server";
import { findBookablePlumber, requestBooking } from "./booking-requests.server";
import { expireRequests, transitionBooking } from "./booking-transitions.server";

const { db, now } = contextAt();
const figuresOf = async (id: string) =>
  (
    await db
      .select({ percent: plumberProfiles.acceptedPercent, minutes: plumberProfiles.minutesToAnswer })
      .from(plumberProfiles)
      .where(eq(plumberProfiles.userId, id))
  )[0];

test("how a plumber answers is known from five answers on: the share confirmed, and the median wait (D19)", async () => {
  const plumber = await createUser(contextAt(), "plumber");
  const bookable = (await findBookablePlumber(db, plumber.id))!;
  const request = async (slot: number) => {
    const client: AuthenticatedUser = await createUser(contextAt(), "client");
    const made = await requestBooking(contextAt(), client, bookable, wishFor(instantOf("2026-11-24", 600 + 30 * slot)));
    if (!made.ok) throw new Error(made.reason);
    return made.id;
  };
  const answer = async (slot: number, transition: "confirm" | "refuse", minutes: number) => {
    const booking = (await findBookingFor(db, plumber, await request(slot)))!;
    const result = await transitionBooking(contextAt(now + minutes * MINUTE), plumber, booking, transition);
    expect(result).toMatchObject({ ok: true });
  };
  await answer(0, "confirm", 4);
  await answer(1, "refuse", 90);
  await answer(2, "confirm", 8);
  await answer(3, "confirm", 8);
  expect(await figuresOf(plumber.id)).toEqual({ percent: null, minutes: null });
  await answer(4, "confirm", 600);
  expect(await figuresOf(plumber.id)).toEqual({ percent: 80, minutes: 8 });
  // An expired request counts against them, and waits for no answer.
  await request(5);
  await expireRequests(contextAt(instantOf("2026-11-24", 21 * 60)));
  expect(await figuresOf(plumber.id)).toEqual({ percent: 67, minutes: 8 });
});
