import type { Instant } from "~/domain/time/harare";
import { currentInstant } from "./now";
import { visit } from "./site";

/** Sets the Worker's clock, as local mode can. */
export async function setClock(instant: Instant): Promise<void> {
  const response = await visit("/dev/clock", { form: { to: new Date(instant).toISOString() } });
  if (!response.ok) throw new Error(`The clock stays where it is: ${response.status}.`);
}

/** Sets the Worker's clock to the tests' current instant. */
export const resetClock = (): Promise<void> => setClock(currentInstant());

/** Runs `act` with the Worker's clock set to an instant, and resets it afterwards. */
export async function atTime<T>(instant: Instant, act: () => Promise<T>): Promise<T> {
  await setClock(instant);
  try {
    return await act();
  } finally {
    await resetClock();
  }
}
