import { untilStaying } from "./leaving";
import { isRevalidating, REVALIDATION_HEADER } from "./revalidation";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4000;
/** How long an answer may take before a new connection is tried; a form with a photo takes as long as it takes. */
export const FETCH_TIMEOUT_MS = 20_000;

/**
 * A `fetch` for pages that live through a lost line. Remix gives up a whole page, and what stands half typed in it,
 * when one request for its data gets lost; here such a request asks again until it gets through, or until the user
 * has gone elsewhere (its signal). A form may so arrive twice: each of ours does its thing once (C12).
 * Other requests, and answers of whatever status, pass as they are.
 */
export function fetchWithRetry(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isForPageData(input)) return send(input, init);
    const marked = isRevalidating() ? { ...init, headers: { [REVALIDATION_HEADER]: "1" } } : init;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const attempt = limited(marked);
      try {
        const answer = await send(input, attempt.init);
        // Read to its end here: the line may be lost in the middle of an answer too.
        const body = isWithoutBody(answer.status) ? null : await answer.arrayBuffer();
        await untilStaying();
        return new Response(body, { status: answer.status, statusText: answer.statusText, headers: answer.headers });
      } catch (error) {
        if (init?.signal?.aborted) throw error;
      } finally {
        attempt.end();
      }
      await untilOnline(pause, init?.signal);
    }
  };
}

const isForPageData = (input: RequestInfo | URL) => input instanceof URL && input.pathname.endsWith(".data");
const isWithoutBody = (status: number) => [101, 204, 205, 304].includes(status);

/** One try: ends with the user's own signal, or after a while. */
function limited(init: RequestInit | undefined): { init: RequestInit; end: () => void } {
  const controller = new AbortController();
  const stop = () => controller.abort(init?.signal?.reason);
  const timer = init?.body instanceof FormData ? undefined : setTimeout(stop, FETCH_TIMEOUT_MS);
  if (init?.signal?.aborted) stop();
  init?.signal?.addEventListener("abort", stop);
  return {
    init: { ...init, signal: controller.signal },
    end: () => {
      clearTimeout(timer);
      init?.signal?.removeEventListener("abort", stop);
    },
  };
}

function untilOnline(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const go = () => {
      clearTimeout(timer);
      removeEventListener("online", go);
      if (signal?.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(go, ms);
    addEventListener("online", go);
    signal?.addEventListener("abort", go);
  });
}
