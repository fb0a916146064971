/** An expected refusal is a value; surprises throw. `http/refusals.ts` gives each reason its status and text. */
export interface Refusal<Reason extends string> {
  ok: false;
  reason: Reason;
  /** The change that came first, as a sentence. */
  latest?: string;
}

export const refuse = <Reason extends string>(reason: Reason): Refusal<Reason> => ({ ok: false, reason });

/** The refusal of a form whose subject is no longer as it was drawn (F8), with the `present` values of its fields. */
export const refuseChanged = <Present>(present: Present) => ({ ...refuse("changedMeanwhile"), present });

/** The answer of a verb that has nothing more to say. */
export const OK = { ok: true } as const;

export interface TooMany extends Refusal<"tooMany"> {
  retryAfterSeconds: number;
  isBusy?: true;
}
