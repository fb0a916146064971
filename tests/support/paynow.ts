import { paynow } from "~/domain/escrow/paynow";
import { openPaynowStandIn, type Behaviour } from "../../scripts/paynow/paynow-stand-in";
import { currentInstant } from "./now";

const ACCOUNT = { id: "1201", key: "3e9fed89-60e1-4ce5-ab6e-6b1eb2d4f977", origin: "https://paynow.test" };

/** The settings of a Worker that pays at the stand-in; its requests are answered by `stubFetch`. */
export const PAYNOW_SETTINGS = { PAYNOW_ID: ACCOUNT.id, PAYNOW_KEY: ACCOUNT.key, PAYNOW_ORIGIN: ACCOUNT.origin };

/**
 * Paynow's stand-in for one test, and the provider that asks it: what its test phones decide happens when `elapse` is
 * called, and `posts` gets what it posts to the site.
 */
export function connectPaynow(behaviour: Partial<Behaviour> = {}, now: () => number = currentInstant) {
  const posts: { url: string; body: string }[] = [];
  const waiting: (() => Promise<void>)[] = [];
  const working: Promise<Response>[] = [];
  const standIn = openPaynowStandIn({
    ...ACCOUNT,
    behaviour,
    now,
    later: (_, work) => void waiting.push(work),
    deliver: (url, body) => {
      posts.push({ url, body });
      return Promise.resolve(200);
    },
  });
  let isSlow = false;
  // A caller that hangs up hears no more, but its request has arrived.
  const fetchFromStandIn: typeof fetch = (input, init) => {
    const answer = standIn.fetch(new Request(input, { ...init, signal: null }));
    working.push(answer);
    return isSlow ? Promise.reject(new DOMException("hung up", "TimeoutError")) : answer;
  };
  return {
    standIn,
    posts,
    fetch: fetchFromStandIn,
    provider: paynow(ACCOUNT, fetchFromStandIn),
    /** True: its answers come after the provider hung up. */
    answerTooSlowly: (value: boolean) => void (isSlow = value),
    /** Waits until it has done what it was asked to do, whether anybody still listens. */
    finishWork: () => Promise.all(working.splice(0)),
    async elapse() {
      for (const work of waiting.splice(0)) await work();
    },
  };
}

/** Lets the Worker of this test reach a stand-in: what it sends to Paynow's address is answered there. Gives the way back. */
export function stubPaynow(standIn: { fetch: typeof fetch }): () => void {
  const { fetch: network } = globalThis;
  globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    return request.url.startsWith(ACCOUNT.origin) ? standIn.fetch(request) : network(request);
  };
  return () => void (globalThis.fetch = network);
}
