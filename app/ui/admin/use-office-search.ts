import { useEffect, useState } from "react";
import { readSearchHits, type SearchHit } from "./search-hits";

/** How long nothing has to be typed before the office is searched, in milliseconds. */
const PAUSE_MS = 180;
/** The search's own least length (O4). */
const LEAST = 2;

interface Found {
  of: string;
  hits: SearchHit[];
  hasFailed: boolean;
}

/** Searches the office for what is typed. What was found for an older text is never shown under a newer one. */
export function useOfficeSearch(typed: string): { hits: SearchHit[]; isSearching: boolean; hasFailed: boolean } {
  const asked = typed.trim().length >= LEAST ? typed.trim() : null;
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    if (asked === null) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      fetch(`/admin-search.json?${new URLSearchParams({ q: asked })}`, { signal: controller.signal })
        .then(readSearchHits)
        .then(
          (hits) => setFound({ of: asked, hits, hasFailed: false }),
          () => controller.signal.aborted || setFound({ of: asked, hits: [], hasFailed: true }),
        );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked]);
  const isCurrent = found !== null && found.of === asked;
  return {
    hits: isCurrent ? found.hits : [],
    isSearching: asked !== null && !isCurrent,
    hasFailed: isCurrent && found.hasFailed,
  };
}
