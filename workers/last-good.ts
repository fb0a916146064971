import type { LastGood } from "../app/http/context";
import { DAY, MINUTE, type Instant } from "../app/domain/time/harare";

/** How old a copy may be, in milliseconds. */
const LIFE = DAY;
/** How often the copy that outlives the isolate is written, in milliseconds. */
const WRITTEN_EACH = 10 * MINUTE;
/** How many copies an isolate keeps: lists of 24 plumbers at most. */
const IN_MEMORY = 200;

interface Copy {
  value: unknown;
  asOf: Instant;
  /** When the data centre's copy was written. */
  writtenAt: Instant;
}

/** The cache of a version's copies. */
export const lastGoodOf = (version: string | undefined): string => `last-good-${version || "local"}`;

const atHand = new Map<string, Copy>();

interface Options {
  store: string;
  origin: string;
  now: Instant;
  afterResponse: (work: () => Promise<unknown>) => void;
}

/**
 * Copies of the data of public pages, for when D1 can't be reached: in the isolate and in the data centre's cache
 * (`store`, one per version, because another version's copies may have another shape). They are data, so a page
 * rendered from one names today's assets, and a signed-in user sees it in their own layout. Public data only, under
 * names without a user in them.
 */
export function openLastGood({ store, origin, now, afterResponse }: Options): LastGood {
  const shelfOf = (name: string) => `${store} ${name}`;
  // On our own host, as Cloudflare requires of cache keys; no request for this path ever reads it.
  const addressOf = (name: string) => `${origin}/last-good/${encodeURIComponent(name)}`;
  const isFresh = ({ asOf }: Pick<Copy, "asOf">) => asOf > now - LIFE;

  return {
    keep(name, value) {
      const shelf = shelfOf(name);
      const before = atHand.get(shelf);
      const isDue = !before || before.writtenAt <= now - WRITTEN_EACH;
      atHand.delete(shelf);
      atHand.set(shelf, { value, asOf: now, writtenAt: isDue ? now : before.writtenAt });
      const [oldest] = atHand.keys();
      if (atHand.size > IN_MEMORY && oldest !== undefined) atHand.delete(oldest);
      if (!isDue) return;
      afterResponse(async () => {
        const copy = Response.json(
          { value, asOf: now },
          { headers: { "Cache-Control": `public, max-age=${LIFE / 1000}` } },
        );
        await (await caches.open(store)).put(addressOf(name), copy);
      });
    },

    async find(name) {
      const near = atHand.get(shelfOf(name));
      if (near && isFresh(near)) return near;
      const far = await (await caches.open(store)).match(addressOf(name));
      const copy = far ? await far.json<Pick<Copy, "value" | "asOf">>() : null;
      return copy && isFresh(copy) ? copy : null;
    },
  };
}
