import type { LastGood } from "../app/http/context";
import { DAY, MINUTE, type Instant } from "../app/domain/time/harare";

/** How long a copy may stand in for what cannot be had. */
const LIFE = DAY;
/** The copy that outlives the isolate is written anew after this long. */
const WRITTEN_EACH = 10 * MINUTE;
/** How much an isolate keeps: lists of 24 plumbers at most. */
const IN_MEMORY = 200;

interface Copy {
  value: unknown;
  asOf: Instant;
  /** When the copy of the place was written. */
  writtenAt: Instant;
}

/** Where a version keeps its copies. */
export const lastGoodOf = (version: string | undefined): string => `last-good-${version || "local"}`;

const atHand = new Map<string, Copy>();

interface Options {
  store: string;
  origin: string;
  now: Instant;
  afterResponse: (work: () => Promise<unknown>) => void;
}

/**
 * Copies of what public pages had of D1, for when D1 cannot be reached: in the isolate, and in the cache of its place
 * (`store`, one per version: another version's copies may have another shape). They are data, so a page drawn from one
 * names the assets of today, and a signed-in person sees it in their own frame. Public data only, under names without
 * a user in them.
 */
export function openLastGood({ store, origin, now, afterResponse }: Options): LastGood {
  const shelfOf = (name: string) => `${store} ${name}`;
  // Of our own host, as Cloudflare wants the keys of its cache; no request of that path ever looks there.
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
