import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { describeHistory } from "~/domain/bookings/booking-history";
import { nextStep } from "~/domain/bookings/next-step/next-step";
import { listHistory } from "~/domain/bookings/queries/booking-details.server";
import { findBookingView } from "~/domain/bookings/queries/booking-views.server";
import { findDisputes } from "~/domain/bookings/queries/open-disputes.server";
import { agreeFinal, disputeFinal } from "~/domain/money/final-amount.server";
import { findMoney } from "~/domain/money/money-lists.server";
import { describeMoney } from "~/ui/money/describe-money";
import { paidOnlineJob } from "../support/money";
import { booking, row } from "../support/money-rows";
import { noticesInWords } from "../support/notice-words";
import { admin, client, plumber, seedPayers } from "../support/payers";
import { context, db, now } from "../support/users";

await seedPayers();

test("“Something is wrong” is about the work: the amount that was agreed stays so, and everyone reads that", async () => {
  const id = await paidOnlineJob({ finalAmount: 80_00, finalReason: "More pipe" });
  await agreeFinal(context, client, await booking(id), 80_00);
  expect(await disputeFinal(context, client, await booking(id), 80_00, "It leaks again")).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ finalAnswer: "objected", due: 30_00, heldAmount: 50_00, isPaid: false });
  const isWrong = "something is wrong with the work";
  const readers = { client, plumber, admin };
  const others = /disagree|doesn't agree|[Nn]ot agreed|more than agreed/;
  for (const [role, reader] of Object.entries(readers)) {
    const view = (await findBookingView(db, reader, id, now))!;
    const { sentence } = nextStep(view, role === "admin" ? "office" : (role as "client" | "plumber"), now);
    expect(sentence).toContain(isWrong);
    const money = describeMoney((await findMoney(db, reader, id))!, view, reader.role, now, null)!;
    expect(money.points.map(({ text }) => text)).toMatchObject([expect.stringContaining(isWrong) as string]);
    const [said] = describeHistory(await listHistory(db, reader, id), view, reader).slice(-1);
    expect(said!.words).toBe(`said that ${isWrong}`);
    expect(JSON.stringify([sentence, money, said])).not.toMatch(others);
    const labels = money.points.flatMap(({ buttons }) => buttons.map(({ label }) => label));
    expect(labels).toEqual(role === "client" ? ["Nothing is wrong any more"] : []);
  }
  const [dispute] = await findDisputes(db, id);
  expect(dispute).toMatchObject({ about: "The work", said: `Rudo Moyo said that ${isWrong}`, before: null });
  const [email] = (await noticesInWords(db, sql`booking_id = ${id}`)).slice(-1);
  expect(email!.subject).toContain("The client says that something is wrong");
  expect(email!.text).toContain(`Rudo says that ${isWrong}.`);
  expect(email!.text).not.toMatch(others);
});

test("a client who says that nothing is wrong any more agrees to no other amount, in words or money", async () => {
  const id = await paidOnlineJob({ finalAmount: 80_00, finalReason: "More pipe" });
  await agreeFinal(context, client, await booking(id), 80_00);
  await disputeFinal(context, client, await booking(id), 80_00, "It leaks again");
  expect(await agreeFinal(context, client, await booking(id), 80_00)).toEqual({ ok: true });
  expect(await row(id)).toMatchObject({ finalAnswer: "agreed", due: 30_00, heldAmount: 50_00 });
  expect(await findDisputes(db, id)).toEqual([]);
  const view = (await findBookingView(db, plumber, id, now))!;
  const [said] = describeHistory(await listHistory(db, plumber, id), view, plumber).slice(-1);
  expect(said!.words).toBe("said that nothing is wrong any more");
  const [email] = (await noticesInWords(db, sql`booking_id = ${id}`)).slice(-1);
  expect(email!.text).toContain("Rudo Moyo says that nothing is wrong with the work any more.");
});
