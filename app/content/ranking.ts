import type { DirectorySort } from "~/domain/plumbers/plumber";
import { REVIEW_BURSTS } from "~/domain/reviews/review";

// What the page "How we rank plumbers" says (R13), with the figures that the code goes by.

/** Plumbers as they could be: how many clients reviewed them, with how many stars in the mean. */
export const EXAMPLES = [
  { clients: 50, stars: 4.6 },
  { clients: 10, stars: 4.8 },
  { clients: 1, stars: 5 },
  { clients: 0, stars: 0 },
] as const;

export const WHAT_DOES_NOT_COUNT: readonly string[] = [
  "Money. There are no paid places, and what a plumber earns or pays us changes nothing.",
  "How often one client reviews. Each client counts once for each plumber, with the average of all their reviews.",
  "What we've checked. Checks are shown with a plumber and move nobody up in the directory. The home page names checked plumbers first.",
];

const [inADay, inAWeek] = REVIEW_BURSTS;

export const HONEST_REVIEWS: readonly string[] = [
  "Only the client of a booking can review it, once, after the visit has begun and the job is completed.",
  `We check reviews that come in bursts. When a plumber has had reviews from ${inADay.reviews} clients within a day, or ${inAWeek.reviews} within a week, none of whom has ever had a job done by another plumber, the next first review from a client like that waits. Only its writer sees it, and it doesn't count, until our office has checked it. The same goes for bad reviews.`,
  "Anyone signed in can report a review. Our office keeps it or hides it with a reason. It never changes a word.",
  "Plumbers answer in public. They can't remove a review.",
];

/** The directory's other orders. */
export const ORDERS: Record<Exclude<DirectorySort, "rank">, { name: string; text: string }> = {
  fee: { name: "Lowest fee", text: "By what the plumber charges to come. Equal fees are sorted by name." },
  soonest: {
    name: "Soonest",
    text: "By the next free time, on the chosen day if there is one. Equal times are sorted by name.",
  },
  price: {
    name: "Usual price",
    text: "By what the plumber's work on the chosen problem usually costs. Plumbers with too few known jobs follow, best reviewed first.",
  },
};
