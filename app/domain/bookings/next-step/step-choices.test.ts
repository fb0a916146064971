import { expect, test } from "vitest";
import { SITUATIONS } from "../../../../tests/support/step-situations";
import { SAID_LIMITS } from "../../notices/said";
import { stepChoices } from "./step-choices";

const people = { id: "booking", client: { id: "c", firstName: "Rudo" }, plumber: { id: "p", firstName: "Tendai" } };
const CHOICES = SITUATIONS.flatMap(({ facts }) =>
  (["client", "plumber"] as const).map((reader) => ({
    facts,
    reader,
    choices: stepChoices({ ...facts, ...people }, reader, facts.startsAt),
  })),
);

test("each message about a booking has one to three buttons that fit, one of which says how it stands", () => {
  for (const { choices } of CHOICES) {
    expect(choices.length).toBeGreaterThan(0);
    expect(choices.length).toBeLessThanOrEqual(SAID_LIMITS.buttons);
    for (const { title } of choices) expect(title.length).toBeLessThanOrEqual(SAID_LIMITS.button);
    expect(choices.some(({ id }) => id === "job.booking.see.")).toBe(true);
  }
});

test("a button that decides says what it is about", () => {
  const decides = CHOICES.flatMap(({ facts, choices }) => choices.map(({ id }) => ({ facts, id })));
  const markOf = (name: string) => decides.filter(({ id }) => id.startsWith(`job.booking.${name}.`));
  for (const { facts, id } of markOf("confirm")) expect(id).toBe(`job.booking.confirm.${facts.startsAt}`);
  for (const { facts, id } of markOf("accept-time")) expect(id).toBe(`job.booking.accept-time.${facts.proposedStart}`);
  for (const { facts, id } of markOf("agree-final")) expect(id).toBe(`job.booking.agree-final.${facts.finalAmount}`);
  for (const name of ["confirm", "accept-time", "agree-final", "pay", "ask-another"])
    expect(markOf(name).length, name).toBeGreaterThan(0);
});
