/** The last four digits of a phone at which a provider's stand-in behaves badly, whatever it is sent. */
export const MAGIC_NUMBERS = {
  invalid: "0400",
  optedOut: "0406",
  limited: "0429",
  broken: "0500",
  slow: "0010",
  gone: "0503",
} as const;

type Refusal = Exclude<keyof typeof MAGIC_NUMBERS, "slow" | "gone">;

/** Longer than a sender waits, in milliseconds. */
const SLOW = 10_000;

/** Behaves badly where a phone asks for it: gives its provider's refusal; null: goes on as the documents promise. */
export async function misbehave(
  phone: string,
  signal: AbortSignal,
  refusals: Record<Refusal, Response>,
): Promise<Response | null> {
  if (phone.endsWith(MAGIC_NUMBERS.gone)) throw new TypeError("Network connection lost.");
  if (phone.endsWith(MAGIC_NUMBERS.slow)) await scheduler.wait(SLOW, { signal });
  const refused = (Object.keys(refusals) as Refusal[]).find((name) => phone.endsWith(MAGIC_NUMBERS[name]));
  return refused ? refusals[refused] : null;
}
