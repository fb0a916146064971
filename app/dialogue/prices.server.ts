import type { Database } from "~/db/client.server";
import { formatUsualPrice, pricedAs } from "~/domain/prices/usual-price";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import type { Answers } from "./answers";

/** Says what a job costs before a plumber has seen it: its usual price (D18), and what is due. */
export async function sayPrice(db: Database, { problem, city }: Answers): Promise<string> {
  const service = problem && problem !== "other" ? pricedAs(problem) : null;
  const price = service && (await findAreaPrices(db, city ?? null))[service];
  return [
    price && `${service}: ${formatUsualPrice(price)}.`,
    "The visit has a fee: you see each plumber's before you send anything. What the work costs the plumber says first, and you pay only what you agree to.",
  ]
    .filter(Boolean)
    .join(" ");
}
