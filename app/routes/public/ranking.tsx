import { brand } from "~/brand";
import { EXAMPLES, HONEST_REVIEWS, ORDERS, WHAT_DOES_NOT_COUNT } from "~/content/ranking";
import { RANK_PRIOR, rankOf } from "~/domain/reviews/review";
import { countOf } from "~/domain/values/numbers";
import type { PageHandle } from "~/http/page-handle";
import { StaticFragment } from "~/ui/elements/static-fragment";
import { FigureTable } from "~/ui/charts/figure-table";
import { Link } from "~/ui/shell/link";
import { PageHead } from "~/ui/shell/page-head";
import { described } from "~/ui/shell/page-meta";

export const handle: PageHandle = { cache: { query: [] } };

const LEAD = "By what their clients say. No plumber pays for a place in the list.";

export const meta = described({ title: "How we rank plumbers", description: LEAD });

export default function Ranking() {
  return (
    <StaticFragment name="ranking">
      <PageHead title="How we rank plumbers" lead={LEAD} isText />
      <div className="page-text grid gap-10 py-10">
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
          <Link to="/plumbers" className="button button-primary">
            See {brand.name}'s plumbers
          </Link>
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
