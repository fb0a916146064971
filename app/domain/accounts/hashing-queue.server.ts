import { refuse, type TooMany } from "../values/refusal";

/** A stranger at an IP address, or someone known, by a session, device or emailed link. */
export type Waiting = { address: string } | { known: string };

/** 16 MiB and about 200 ms. It runs on the isolate's own thread: callers count attempts first. */
export const PASSWORD_COST = { N: 16384, r: 8, p: 5 };
export type PasswordCost = typeof PASSWORD_COST;

/** Where passwords wait to be hashed: a hash holds up every page of its isolate. */
export interface HashingQueue {
  cost: PasswordCost;
  /** Waits for a turn to hash so many times; refuses at once where too many wait. */
  takeTurn(who: Waiting, hashes?: number): Promise<TooMany | null>;
  refusal(who: Waiting): TooMany | null;
}

/** From one hash to the next, in milliseconds: about twice as long as one takes, so that pages get the other half. */
const GAP = 400;
const PLACES = { all: 24, strangers: 16, address: 12, known: 2 };

/** Opens an isolate's queue. Each waits on its own: a request that is broken off must not hold up the next. */
export function openHashingQueue(clock: { now: () => number; wait: (ms: number) => Promise<unknown> }): HashingQueue {
  let places: { who: string; isStranger: boolean; startsAt: number }[] = [];
  let nextStart = 0;

  function refusal(who: Waiting): TooMany | null {
    places = places.filter(({ startsAt }) => startsAt > clock.now());
    const isStranger = "address" in who;
    const own = places.filter((place) => place.who === waiterKey(who)).length;
    const strangers = places.filter((place) => place.isStranger).length;
    const isFull =
      places.length >= PLACES.all ||
      own >= (isStranger ? PLACES.address : PLACES.known) ||
      (isStranger && strangers >= PLACES.strangers);
    return isFull ? { ...refuse("tooMany"), isBusy: true, retryAfterSeconds: 5 } : null;
  }

  return {
    cost: PASSWORD_COST,
    refusal,
    async takeTurn(who, hashes = 1) {
      const refused = refusal(who);
      if (refused) return refused;
      const now = clock.now();
      const startsAt = Math.max(now, nextStart);
      nextStart = startsAt + hashes * GAP;
      places.push({ who: waiterKey(who), isStranger: "address" in who, startsAt });
      if (startsAt > now) await clock.wait(startsAt - now);
      return null;
    },
  };
}

const waiterKey = (who: Waiting) => ("address" in who ? `address ${who.address}` : who.known);
