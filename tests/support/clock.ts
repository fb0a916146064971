import type { Instant } from "~/domain/time/harare";
import { visit } from "./site";

/** Sets the Worker's clock to an instant, as local mode can; null: back to the real time. */
export async function setClock(instant: Instant | null): Promise<void> {
  const response = await visit("/dev/clock", {
    form: instant === null ? { reset: "yes" } : { to: new Date(instant).toISOString() },
  });
  if (!response.ok) throw new Error(`The clock stays where it is: ${response.status}.`);
}

/** Runs `work` with the Worker's clock set past an instant, and resets it afterwards. */
export async function atTime<T>(instant: Instant, act: () => Promise<T>): Promise<T> {
  await setClock(instant);
  try {
    return await act();
  } finally {
    await setClock(null);
  }
}
