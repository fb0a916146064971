import { UNKNOWN_SEARCHES_SHOWN, type UnknownSearch } from "~/domain/search/unknown-search";

/** What visitors searched for and nobody understood, so that the office can have the words added (D16). */
export const UnknownSearches = ({ searches }: { searches: UnknownSearch[] }) => (
  <section className="card grid gap-3 p-5">
    <h2>Searches we didn't understand</h2>
    {searches.length === 0 ? (
      <p>None in the last {UNKNOWN_SEARCHES_SHOWN} days.</p>
    ) : (
      <>
        <p>In the last {UNKNOWN_SEARCHES_SHOWN} days. We don't record who searched.</p>
        <ul className="flex flex-wrap gap-2">
          {searches.map(({ text, times }) => (
            <li key={text} className="rounded-full border border-line px-3 py-1 wrap-anywhere">
              {text} <b className="tabular-nums">{times}</b>
            </li>
          ))}
        </ul>
      </>
    )}
  </section>
);
