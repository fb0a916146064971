import { addDays, dateAt, instantOf, type Instant } from "~/domain/time/harare";
import { currentInstant } from "../../support/now";

async function setClock(origin: string, instant: Instant): Promise<void> {
  const form = new URLSearchParams({ to: new Date(instant).toISOString() });
  const answer = await fetch(`${origin}/dev/clock`, { method: "POST", body: form, headers: { Origin: origin } });
  if (!answer.ok) throw new Error(`The site's clock stays where it is: ${answer.status}.`);
}

/** Sets the site's clock to the tests' current instant. */
export const resetClock = (origin: string): Promise<void> => setClock(origin, currentInstant());

/**
 * Runs `act` with the site's clock set to an instant, past a job's start. All journeys share the site, so the clock is
 * reset afterwards.
 */
export async function atTime<T>(origin: string, instant: Instant, act: () => Promise<T>): Promise<T> {
  await setClock(origin, instant);
  try {
    return await act();
  } finally {
    await resetClock(origin);
  }
}

/** The date that comes `days` after today, in Harare. */
export const inDays = (days: number): string => addDays(dateAt(currentInstant()), days);

/** An instant past every start of the day that comes `days` after today, and before sessions of today end. */
export const afterDay = (days: number): Instant => instantOf(inDays(days), 21 * 60);

/** The time after which a live update counts as lost. `npm run bench` measures how soon it arrives. */
export const soon = { timeout: 20_000 };
