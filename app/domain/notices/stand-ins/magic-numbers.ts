/** The last four digits of a phone at which a provider's stand-in behaves badly, whatever it is sent. */
export const MAGIC_NUMBERS = {
  invalid: "0400",
  optedOut: "0406",
  limited: "0429",
  broken: "0500",
  slow: "0010",
  gone: "0503",
} as const;

export type Misbehaviour = keyof typeof MAGIC_NUMBERS;

/** How the stand-ins treat a phone; null: as the documents promise. */
export const misbehaviourAt = (phone: string): Misbehaviour | null =>
  (Object.keys(MAGIC_NUMBERS) as Misbehaviour[]).find((name) => phone.endsWith(MAGIC_NUMBERS[name])) ?? null;

/** Longer than a sender waits, in milliseconds. */
const SLOW = 10_000;

export const slowly = (signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, SLOW);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new DOMException("The caller has gone.", "AbortError"));
    });
  });
