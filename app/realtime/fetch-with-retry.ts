import { untilStaying } from "./leaving";
import { isRevalidating, REVALIDATION_HEADER } from "./revalidation";

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4000;
/** How long a response may take before another attempt is made, in milliseconds; uploads have no such limit. */
export const FETCH_TIMEOUT_MS = 20_000;

/**
 * A `fetch` for pages that survive a lost connection. When a request for its data gets lost, Remix replaces the whole
 * page, along with what is half typed in it. Here such a request is repeated until it gets through or its signal is
 * aborted. So a form may arrive twice: every action does its work once (C12). Other requests, and responses of
 * any status, pass unchanged.
 */
export function fetchWithRetry(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (!isForPageData(input)) return send(input, init);
    const marked = isRevalidating() ? { ...init, headers: { [REVALIDATION_HEADER]: "1" } } : init;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      const attempt = withTimeout(marked);
      try {
        const response = await send(input, attempt.init);
        // Read to the end here: the connection may be lost in the middle of a response too.
        const body = isWithoutBody(response.status) ? null : await response.arrayBuffer();
        await untilStaying();
        return new Response(body, {
          status: response.status,
          statusText: response.statusText,
          headers: response.headers,
        });
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

/** One attempt: aborted by the caller's signal or after the timeout. */
function withTimeout(init: RequestInit | undefined): { init: RequestInit; end: () => void } {
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
