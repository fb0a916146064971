import { brand } from "~/brand";
import { RANK_PRIOR, rankOf, REVIEW_BURSTS } from "~/domain/reviews/review";
import { countOf } from "~/domain/values/numbers";
import { keptPage, PageHead, StaticFragment } from "~/ui/shell/public-page";
import { FigureTable } from "~/ui/charts/charts";
import { ButtonLink } from "~/ui/shell/elements";
import type { DirectorySort } from "~/domain/plumbers/plumber";

const EXAMPLES = [
  { clients: 50, stars: 4.6 },
  { clients: 10, stars: 4.8 },
  { clients: 1, stars: 5 },
  { clients: 0, stars: 0 },
] as const;

const WHAT_DOES_NOT_COUNT: readonly string[] = [
  "Money. There are no paid places, and what a plumber earns or pays us changes nothing.",
  "How often one client reviews. Each client counts once for each plumber, with the average of all their reviews.",
  "What we've checked. Checks are shown with a plumber and move nobody up in the directory. The home page names checked plumbers first.",
];

const [inADay, inAWeek] = REVIEW_BURSTS;

const HONEST_REVIEWS: readonly string[] = [
  "Only the client of a booking can review it, once, after the visit has begun and the job is completed.",
  `We check reviews that come in bursts. When a plumber has had reviews from ${inADay.reviews} clients within a day, or ${inAWeek.reviews} within a week, none of whom has ever had a job done by another plumber, the next first review from a client like that waits. Only its writer sees it, and it doesn't count, until our office has checked it. The same goes for bad reviews.`,
  "Anyone signed in can report a review. Our office keeps it or hides it with a reason. It never changes a word.",
  "Plumbers answer in public. They can't remove a review.",
];

const ORDERS: Record<Exclude<DirectorySort, "rank">, { name: string; text: string }> = {
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

const LEAD = "By what their clients say. No plumber pays for a place in the list.";

export const { handle, meta } = keptPage({ title: "How we rank plumbers", description: LEAD });

export default function Ranking() {
  return (
    <StaticFragment name="ranking">
      <PageHead title="How we rank plumbers" lead={LEAD} isText />
      <div className="page-text grid gap-8 py-8">
        <section className="grid gap-4">
          <h2>Best reviewed</h2>
          <p>
            We take the stars a plumber got from each client, add {RANK_PRIOR.clients} clients who gave{" "}
            {RANK_PRIOR.stars.toFixed(2)}, and sort by the mean. The {RANK_PRIOR.clients} are the same for everyone, so
            that one good review doesn't outrank fifty. Plumbers with the same result are sorted by name.
          </p>
          <FigureTable
            label="Who comes first"
            heads={["Reviewed by", "Their stars", "Sorted by"]}
            rows={EXAMPLES.map(({ clients, stars }) => [
              countOf(clients, "client"),
              clients === 0 ? "–" : stars.toFixed(2),
              rankOf(clients, stars).toFixed(2),
            ])}
          />
          <p className="text-ink-2">
            With a suburb chosen, plumbers who are based there come first. The rating on a card is the plain mean of all
            reviews.
          </p>
        </section>
        <List title="What doesn't count" items={WHAT_DOES_NOT_COUNT} />
        <List title="Reviews that nobody can buy" items={HONEST_REVIEWS} />
        <section className="grid gap-3">
          <h2>Other orders</h2>
          <dl className="grid gap-3">
            {Object.values(ORDERS).map(({ name, text }) => (
              <div key={name}>
                <dt className="font-semibold">{name}</dt>
                <dd className="text-ink-2">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <p>
          <ButtonLink to="/plumbers">See {brand.name}'s plumbers</ButtonLink>
        </p>
      </div>
    </StaticFragment>
  );
}

const List = ({ title, items }: { title: string; items: readonly string[] }) => (
  <section className="grid gap-3">
    <h2>{title}</h2>
    <ul className="grid list-disc gap-2 pl-5">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </section>
);
