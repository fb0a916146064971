import type { Database } from "~/db/client.server";
import { formatUsualPrice, pricedAs } from "~/domain/prices/usual-price";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import type { Answers } from "./answers";

/** What somebody who asks for the price can be told before a plumber has seen the job: with its usual price (D18). */
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
