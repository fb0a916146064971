import { useEffect, useState } from "react";
import { SECOND, type Instant } from "~/domain/time/harare";

/** How often it goes on: what shows minutes is never more than this behind. */
const STEP = 10 * SECOND;

/**
 * The server's time, going on with the page: `now` as the page was loaded, and what has passed since. The device's own clock
 * may be wrong by hours; only what passes on it counts. Without script it stays as it was loaded.
 */
export function useRunningNow(now: Instant): Instant {
  const [clock, setClock] = useState({ from: now, passed: 0 });
  useEffect(() => {
    const loadedAt = performance.now();
    const timer = setInterval(() => setClock({ from: now, passed: performance.now() - loadedAt }), STEP);
    return () => clearInterval(timer);
  }, [now]);
  return clock.from === now ? now + clock.passed : now;
}
