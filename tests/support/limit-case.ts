import type { Attempt } from "~/domain/rate-limits/counter.server";
import type { LimitName } from "~/domain/rate-limits/limits";
import type { ApiStage } from "./api-samples";
import { PAYNOW_SETTINGS } from "./paynow";
import { call, type ApiCall } from "./site";
import type { TownUser } from "./town";

// The rows of the tables of limits, which `every-limit.test.ts` tries one by one.

interface Answer {
  status: number;
}

export interface LimitCase {
  /** Whose attempts are counted. */
  of: string;
  /** Attempts once more; 429: refused. */
  attempt: (turn: number) => Promise<Answer>;
  /** Other limits that are used up. */
  full?: Attempt[];
}

interface Row {
  /** The numbers of docs/product.md (L1), written by hand. */
  max: number;
  minutes: number;
  /** Each verb that counts. */
  verbs: Record<string, () => LimitCase | Promise<LimitCase>>;
}

export type LimitRows = Partial<Record<LimitName, Row>>;

export const ADDRESS = "198.51.100.7";
export const from = (address = ADDRESS) => ({ "CF-Connecting-IP": address });
/** Another network at each turn. */
export const elsewhere = (turn: number) => from(`198.51.${turn}.9`);

export const callerOf =
  ({ tokens }: ApiStage) =>
  (who: TownUser, method: string, path: string, asked: ApiCall = {}) =>
    call(method, path, { token: tokens[who], settings: PAYNOW_SETTINGS, ...asked });

/** The answer of a verb that says nothing of its limit: refused where it has not added to what is counted. */
export async function silently(count: () => Promise<number>, act: () => Promise<unknown>): Promise<Answer> {
  const before = await count();
  await act();
  return { status: (await count()) > before ? 200 : 429 };
}
