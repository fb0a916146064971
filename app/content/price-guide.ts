import type { PricedService } from "~/domain/prices/usual-price";
import type { Faq } from "./faq";
import type { Service } from "./services";

/** The kinds of work of the price guide (D18), the most asked for first. */
export const PRICED_WORK: Record<
  PricedService,
  { title: string; text: string; illustration: Service["illustration"] }
> = {
  "Leak Fixing": {
    title: "Fixing a leak",
    text: "A leaking pipe, tap, valve or cistern, repaired.",
    illustration: "service-leak",
  },
  "Drain Cleaning": {
    title: "Clearing a drain",
    text: "Sinks, gullies and sewers cleared with rods or a jet.",
    illustration: "service-drain",
  },
  Installation: {
    title: "Fitting and replacing",
    text: "Geysers, showers, tanks, gas: new ones fitted, worn parts replaced.",
    illustration: "service-geyser",
  },
  Inspection: {
    title: "Finding the cause",
    text: "Low pressure or no water, tested to find out what's wrong.",
    illustration: "service-inspection",
  },
};

export const PRICE_QUESTIONS: Faq = {
  "Where do these prices come from?":
    "From jobs that were booked here and completed in the last 12 months: the final amount, including parts and the visit fee. Half of the jobs cost between the two amounts, a quarter less and a quarter more. Disputed amounts are left out.",
  "Why is there no price for some work?":
    "We show a price once we know of five jobs by at least three plumbers, so that no plumber's own price is given away. Where a city has too few, you see the price of the whole country. No two whole bathrooms or kitchens are alike: ask for a quote.",
  "Is the visit fee included?": "Yes. A quote includes it, so you don't pay it twice.",
  "Can a plumber ask for more than was agreed?":
    "Only for a reason, and only if you agree to it on the booking's page. If you don't, our office looks at it and decides. Until then you owe what was agreed.",
};
