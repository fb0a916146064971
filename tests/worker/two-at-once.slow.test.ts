import { expect, test } from "vitest";
import { AT_ONCE } from "../support/booking-situations";
import { takeAtOnce } from "../support/steps-at-once";

// Every pair of steps at once; the gate takes each step with the next one.

/** Of how many pairs one is refused, in at least one order. */
const REFUSING: Record<keyof typeof AT_ONCE, number> = {
  "a request": 61,
  "a confirmed booking": 126,
  "a plumber on the way": 23,
  "a job in progress": 28,
  "a finished job": 10,
  "a recorded payment": 15,
};

test.each(Object.entries(REFUSING))(
  "two steps at once on %s come to what one order gives, and a refused user reads by whom and what",
  { timeout: 120_000 },
  async (name, refusing) => {
    const situation = AT_ONCE[name as keyof typeof AT_ONCE];
    const { steps } = situation;
    const pairs = steps.flatMap((one, at) => steps.slice(at + 1).map((two) => [one, two] as const));
    let refused = 0;
    for (const [one, two] of pairs) if (await takeAtOnce(situation, one, two)) refused += 1;
    expect(refused).toBe(refusing);
  },
);
