import { SAMPLED_ONE_IN, type PageSpeed } from "~/domain/health/page-time";
import { FigureTable } from "../charts/figure-table";

/** The slowest pages of the last hour. */
export const SlowPages = ({ pages }: { pages: PageSpeed[] }) => (
  <section className="grid gap-3" id="speed">
    <h2>Slowest pages</h2>
    {pages.length === 0 ? (
      <p className="text-ink-2">Too few pages were measured in the last hour: one in {SAMPLED_ONE_IN} is.</p>
    ) : (
      <>
        <p className="text-ink-2">
          In this hour and the last one, in milliseconds until the server had the page. One page in {SAMPLED_ONE_IN} is
          measured.
        </p>
        <FigureTable
          label="Slowest pages"
          heads={["Page", "Half within", "Nine of ten within", "Measured"]}
          rows={pages.map(({ routeId, median, nineOfTen, times }) => [
            routeId.replace(/^routes\//, ""),
            median,
            nineOfTen,
            times,
          ])}
        />
      </>
    )}
  </section>
);
