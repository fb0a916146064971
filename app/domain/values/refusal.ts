/** An expected refusal is a value; surprises throw. `http/refusals.ts` gives each reason its status and text. */
export interface Refusal<Reason extends string> {
  ok: false;
  reason: Reason;
  /** The change that came first, as a sentence. */
  latest?: string;
}

export function refuse<Reason extends string>(reason: Reason): Refusal<Reason> {
  return { ok: false, reason };
}

export interface TooMany extends Refusal<"tooMany"> {
  retryAfterSeconds: number;
  isBusy?: true;
}
