import { afterEach, expect, test, vi } from "vitest";
import { notices, onlinePayments } from "~/db/schema";
import { HOUR, MINUTE } from "~/domain/time/harare";
import { queueNotice, takeAll } from "../support/notices";
import { agreed, at, connect, paynow, started } from "../support/paying";
import { booking, context, createBooking } from "../support/money";
import { transitionBooking } from "~/domain/bookings/commands/booking-transitions.server";
import { plumber, seedPayers } from "../support/payers";
import { db, now } from "../support/users";
import { logError } from "~/http/log";
import { runSchedule } from "../../workers/scheduled";

await seedPayers();

afterEach(() => void vi.useRealTimers());

test("a reminder goes out in its minute while a payment provider hangs, and what was due before at once", async () => {
  connect();
  await started(await agreed());
  await db.update(onlinePayments).set({ nextPollAt: now });
  const later = now + MINUTE;
  const id = await createBooking({ status: "pending", startsAt: now + 2 * HOUR });
  await transitionBooking(context, plumber, await booking(id), "confirm");
  await db.delete(notices);
  await queueNotice({ db, now });
  let release: () => void = () => undefined;
  const hang = new Promise<never>((_, reject) => (release = () => reject(new Error("It never answered."))));
  const provider = { ...paynow.provider, poll: () => hang };
  const { sent, senders } = takeAll();
  const heard = {
    ...senders,
    email: {
      send: async (...one: Parameters<typeof senders.email.send>) => {
        const id = await senders.email.send(...one);
        if (one[0].kind === "bookingReminder") release();
        return id;
      },
    },
  };
  await runSchedule(at(later, { paymentProvider: provider }), heard, { reportError: logError, keepWords: false });
  expect(sent[0]!.kind).toBe("test");
  expect(sent.map(({ kind }) => kind)).toContain("bookingReminder");
});

test("the last sending of a run with slow tasks claims notices from then on, not from its beginning", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  await queueNotice({ db, now }, { nextAttemptAt: now + 5 * MINUTE });
  const { sent, senders } = takeAll();
  const email = {
    send: async (...one: Parameters<typeof senders.email.send>) => {
      vi.setSystemTime(vi.getRealSystemTime() + 6 * MINUTE);
      return senders.email.send(...one);
    },
  };
  await queueNotice({ db, now });
  await runSchedule(context, { ...senders, email }, { reportError: logError, keepWords: false });
  expect(sent).toHaveLength(2);
  const [last] = (await db.select().from(notices)).filter(({ nextAttemptAt }) => nextAttemptAt > now);
  expect(last!.claimedUntil).toBeGreaterThan(now + 10 * MINUTE);
});
