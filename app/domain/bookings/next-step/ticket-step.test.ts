import { expect, test } from "vitest";
import { SITUATIONS } from "../../../../tests/support/step-situations";
import { DAY, HOUR, MINUTE } from "../../time/harare";
import { listBooking, nextStep, ticketStep, urgentFirst } from "./next-step";
import { unansweredFrom } from "./step-facts";

const rudo = { id: "c", firstName: "Rudo", lastName: "Zhou", phone: null };
const tendai = { id: "p", firstName: "Tendai", lastName: "Moyo", phone: null, photoKey: null };
const people = { id: "booking", client: rudo, plumber: tendai };

test("a ticket's bar has a way on in every situation", () => {
  for (const { facts } of SITUATIONS)
    for (const reader of ["client", "plumber"] as const) {
      const known = { ...facts, ...people, plumber: facts.plumber && tendai };
      const { primary, beside } = ticketStep(known, reader, facts.startsAt);
      expect(primary ?? beside, facts.status).not.toBeNull();
    }
});

test("the way on is to write to the other side, or to call where nothing else is possible", () => {
  const { facts } = SITUATIONS.find(({ facts: { status } }) => status === "cancelled")!;
  const wayOf = (reader: "client" | "plumber", more: object) => {
    const { primary, beside, links } = ticketStep({ ...facts, ...people, ...more }, reader, facts.startsAt);
    return primary ? "none" : [beside, links.beside?.label];
  };
  expect(wayOf("plumber", {})).toEqual(["message", "Message Rudo"]);
  expect(wayOf("plumber", { isOnlyCalled: true })).toEqual(["call-office", "Call our office"]);
  const reached = { isOnlyCalled: true, client: { ...rudo, phone: "+263772222222" } };
  expect(wayOf("plumber", reached)).toEqual(["call-client", "Call Rudo"]);
});

test("in the last hour in which it helps, a plumber's answer is urgent, and stands first", () => {
  const found = SITUATIONS.find(({ facts: { status, plumber } }) => status === "pending" && plumber !== null)!;
  const facts = { ...found.facts, waitingSince: found.facts.startsAt - 3 * DAY };
  const until = unansweredFrom(facts);
  const briefAt = (now: number) => {
    const { brief, isUrgent = false } = nextStep(facts, "plumber", now);
    return [brief, isUrgent];
  };
  expect(briefAt(until - HOUR)).toEqual([expect.stringMatching(/^Reply by /), false]);
  expect(briefAt(until - 3 * MINUTE)).toEqual(["Reply within 3 minutes", true]);
  expect(briefAt(until)).toEqual([expect.stringMatching(/^Has waited /), false]);
  expect(nextStep(facts, "plumber", until - MINUTE).sentence).not.toContain("within");
  const listed = {
    ...facts,
    ...people,
    reference: "PB-1",
    serviceType: null,
    title: null,
    isMissed: false,
    location: null,
  };
  const calm = listBooking(listed, "plumber", until - 2 * HOUR);
  const close = listBooking(listed, "plumber", until - MINUTE);
  expect(urgentFirst([calm, close])).toEqual([close, calm]);
});
