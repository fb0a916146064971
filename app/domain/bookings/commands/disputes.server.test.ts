import { expect, test } from "vitest";
import { contextAt } from "../../../../tests/support/users";
import { createBooking, finish } from "../../../../tests/support/money";
import { booking, disputesOf, emailsAbout, eventsOf, row } from "../../../../tests/support/money-rows";
import { admin, client, plumber, seedPayers } from "../../../../tests/support/payers";
import { decideMissedVisit } from "../../money/missed-visits.server";
import { HOUR, MINUTE } from "../../time/harare";
import type { AuthenticatedUser } from "../../values/user";
import { MISSED_VISIT, type JobStepName } from "../job-steps";
import { takeJobStep } from "./job-steps.server";

await seedPayers();

const claimed = async (actor: AuthenticatedUser, step: JobStepName) => {
  const id = await createBooking();
  const at = (minutes: number) => contextAt(startsAt + HOUR + minutes * MINUTE);
  const { startsAt } = await row(id);
  await takeJobStep(at(0), actor, await booking(id), step);
  return { id, at };
};
const isDone = async (id: string) => (await disputesOf(id)).map(({ isClosed }) => isClosed);

test.each(["client", "plumber"] as const)(
  "a missed visit that the %s takes back releases the money and needs no office",
  async (side) => {
    const [actor, other] = side === "client" ? [client, plumber] : [plumber, client];
    const { claim, takenBack } = MISSED_VISIT[side];
    const { id, at } = await claimed(actor, claim);
    expect(await takeJobStep(at(5), actor, await booking(id), takenBack)).toEqual({ ok: true, changed: true });
    expect(await takeJobStep(at(6), actor, await booking(id), takenBack)).toEqual({ ok: true, changed: false });
    expect(await row(id)).toMatchObject({ frozenAt: null, status: "confirmed" });
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual([claim, takenBack]);
    expect(await isDone(id)).toEqual([true]);
    const subject = expect.stringContaining("took back") as string;
    expect((await emailsAbout(id)).at(-1)).toEqual({ recipient: other.email, subject });
    expect(await finish(id, 25_00)).toMatchObject({ ok: true });
    expect(await row(id)).toMatchObject({ due: 25_00 });
  },
);

test("a missed visit that was taken back can be reported again, and freezes again", async () => {
  const { id, at } = await claimed(client, "plumber-did-not-come");
  await takeJobStep(at(5), client, await booking(id), "plumber-came");
  await takeJobStep(at(9), client, await booking(id), "plumber-did-not-come");
  expect(await row(id)).toMatchObject({ frozenAt: at(9).now });
  expect(await isDone(id)).toEqual([true, false]);
});

test("the other side's report of a missed visit is kept", async () => {
  const { id, at } = await claimed(client, "plumber-did-not-come");
  await takeJobStep(at(3), plumber, await booking(id), "nobody-was-there");
  await takeJobStep(at(5), client, await booking(id), "plumber-came");
  expect(await row(id)).toMatchObject({ frozenAt: at(3).now });
  await takeJobStep(at(6), plumber, await booking(id), "somebody-was-there");
  expect(await row(id)).toMatchObject({ frozenAt: null });
});

test("a missed visit is not taken back after the office has decided, nor by the other side", async () => {
  const { id, at } = await claimed(client, "plumber-did-not-come");
  await takeJobStep(at(1), plumber, await booking(id), "somebody-was-there");
  expect(await row(id)).toMatchObject({ frozenAt: at(0).now });
  const tookPlace = { outcome: "took-place", start: null, reason: "They came later" } as const;
  await decideMissedVisit(at(2), admin, await booking(id), tookPlace);
  await takeJobStep(at(5), client, await booking(id), "plumber-came");
  await takeJobStep(at(6), client, await booking(id), "plumber-did-not-come");
  expect(await row(id)).toMatchObject({ frozenAt: null });
  expect((await eventsOf(id)).map(({ event }) => event)).toEqual(["plumber-did-not-come", "decide", "start"]);
});
