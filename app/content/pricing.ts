export interface PricingPlan {
  name: string;
  /** Whole dollars. */
  pricePerMonth: number;
  /** What tells the plans apart: the size of the property, not the perks. */
  suits: string;
  perks: readonly string[];
}

const PERKS: readonly string[] = [
  "One planned visit every month",
  "Taps, valves, cisterns and exposed pipes checked for leaks",
  "Washers and cistern parts fitted during the visit, parts at cost",
  "Geyser and safety valve checked",
  "Tank, pump and float valve checked",
  "A short written report after every visit",
];

export const PRICING_PLANS: readonly PricingPlan[] = [
  { name: "Basic", pricePerMonth: 150, suits: "For a flat or a cottage", perks: PERKS },
  { name: "Silver", pricePerMonth: 180, suits: "For a family house", perks: PERKS },
  { name: "Golden", pricePerMonth: 200, suits: "For a large house, a shop or an office", perks: PERKS },
];
