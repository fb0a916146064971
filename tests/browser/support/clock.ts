import { addDays, dateAt, instantOf } from "~/domain/time/harare";

/** Sets the site's clock to an instant; null: back to the real time. */
async function setClock(origin: string, instant: number | null): Promise<void> {
  const form = new URLSearchParams(instant === null ? { reset: "yes" } : { to: new Date(instant).toISOString() });
  const answer = await fetch(`${origin}/dev/clock`, { method: "POST", body: form, headers: { Origin: origin } });
  if (!answer.ok) throw new Error(`The site's clock stays where it is: ${answer.status}.`);
}

/**
 * Runs `work` with the site's clock set to an instant, past a job's start. All journeys share the site, so the clock is
 * reset afterwards.
 */
export async function atTime<T>(origin: string, instant: number, act: () => Promise<T>): Promise<T> {
  await setClock(origin, instant);
  try {
    return await act();
  } finally {
    await setClock(origin, null);
  }
}

/** An instant past every start of the day that comes `days` after today, and before sessions of today end. */
export const afterDay = (days: number): number => instantOf(addDays(dateAt(Date.now()), days), 21 * 60);
