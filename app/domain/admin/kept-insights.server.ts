import type { DomainContext } from "../domain-context.server";
import { type Cell, weeksCompared } from "./insights";
import { readInsights } from "./insights.server";

/** How long the data centre keeps figures that were read, in seconds. */
const KEPT = 3600;

/** The figures of the last `weeks` whole weeks and of as many before (O20), as they were within the last hour. */
export async function keptInsights({ db, now, origin }: DomainContext, weeks: number): Promise<Cell[]> {
  const cache = await caches.open("insights");
  const address = `${origin}/${weeksCompared(weeks, now).before[0]}/${weeks}`;
  const kept = await cache.match(address);
  if (kept) return kept.json<Cell[]>();
  const cells = await readInsights(db, weeks, now);
  await cache.put(address, Response.json(cells, { headers: { "Cache-Control": `max-age=${KEPT}` } }));
  return cells;
}
