interface PricingPlan {
  name: string;
  /** Whole dollars. */
  pricePerMonth: number;
  /** What tells the plans apart: the size of the property, not the perks. */
  suits: string;
}

/** What each plan has. */
export const PERKS: readonly string[] = [
  "One planned visit a month",
  "Taps, cisterns and pipes checked for leaks",
  "Small parts fitted at once, at cost",
  "Geyser and safety valve checked",
  "Tank, pump and float valve checked",
  "A written report after each visit",
];

export const PRICING_PLANS: readonly PricingPlan[] = [
  { name: "Basic", pricePerMonth: 150, suits: "For a flat or a cottage" },
  { name: "Silver", pricePerMonth: 180, suits: "For a family house" },
  { name: "Golden", pricePerMonth: 200, suits: "For a large house, shop or office" },
];
