import { refuse, type TooMany } from "../values/refusal";

/** A stranger at an IP address, or someone known, by a session, device or emailed link. */
export type Waiting = { address: string } | { known: string };

export interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

/** 16 MiB and about 200 ms. It runs on the isolate's own thread: callers count attempts first. */
export const PASSWORD_COST: PasswordCost = { N: 16384, r: 8, p: 5 };
/** For tests; a deployment refuses to start with it (workers/environment.ts). */
const TEST_COST: PasswordCost = { N: 2, r: 1, p: 1 };

/** Where passwords wait to be hashed: a hash holds up every page of its isolate. */
export interface HashingQueue {
  cost: PasswordCost;
  /** Waits for a turn to hash so many times; refuses at once where too many wait. */
  takeTurn(who: Waiting, hashes?: number): Promise<TooMany | null>;
  /** The refusal that `takeTurn` would give now; for what comes before the turn. */
  refusal(who: Waiting): TooMany | null;
}

/** From one hash to the next, in milliseconds: about twice as long as one takes, so that pages get the other half. */
const GAP = 400;
/** How many may wait: in all, of strangers, of one address's, of someone known. */
const PLACES = { all: 24, strangers: 16, address: 12, known: 2 };
const RETRY_AFTER_SECONDS = 5;

interface Place {
  who: string;
  isStranger: boolean;
  startsAt: number;
}

/**
 * Opens the queue of one isolate. Each waits for the instant of its turn on its own: a request that is broken off would
 * otherwise never make way for the next.
 */
export function openHashingQueue(clock: { now: () => number; wait: (ms: number) => Promise<unknown> }): HashingQueue {
  let places: Place[] = [];
  let nextStart = 0;

  function refusal(who: Waiting): TooMany | null {
    places = places.filter(({ startsAt }) => startsAt > clock.now());
    const isStranger = "address" in who;
    const own = places.filter((place) => place.who === nameOf(who)).length;
    const strangers = places.filter((place) => place.isStranger).length;
    const isFull =
      places.length >= PLACES.all ||
      own >= (isStranger ? PLACES.address : PLACES.known) ||
      (isStranger && strangers >= PLACES.strangers);
    return isFull ? { ...refuse("tooMany"), isBusy: true, retryAfterSeconds: RETRY_AFTER_SECONDS } : null;
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
      places.push({ who: nameOf(who), isStranger: "address" in who, startsAt });
      if (startsAt > now) await clock.wait(startsAt - now);
      return null;
    },
  };
}

const nameOf = (who: Waiting) => ("address" in who ? `address ${who.address}` : who.known);

const noQueue = { takeTurn: () => Promise.resolve(null), refusal: () => null };

export const freeHashing: HashingQueue = { cost: PASSWORD_COST, ...noQueue };

export const testHashing: HashingQueue = { cost: TEST_COST, ...noQueue };
