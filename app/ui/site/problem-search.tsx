import { CITIES } from "~/domain/values/cities";
import { PLACE_LENGTH, SEARCH_LENGTH } from "~/domain/values/text";

/** The search for plumbers by what is wrong, in the visitor's own words, and by city, with our cities as suggestions. */
export function ProblemSearch() {
  return (
    <form action="/plumbers" role="search" className="grid w-full max-w-[544px] grid-cols-[1fr_auto] gap-3">
      <div className="col-span-2">
        <WhatIsWrong />
      </div>
      <label htmlFor="search-city" className="col-span-2 -mb-1.5 font-semibold">
        Where do you need a plumber?
      </label>
      <input
        id="search-city"
        name="city"
        list="cities"
        className="input min-w-0 text-ink"
        placeholder="City"
        maxLength={PLACE_LENGTH}
        autoComplete="address-level2"
        enterKeyHint="search"
      />
      <button className="button">Search</button>
      <datalist id="cities">
        {CITIES.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}

/** The same on a page that has the cities as links: `city` stays what it is. */
export function ProblemSearchIn({ typed, city }: { typed: string | null; city: string | null }) {
  return (
    <form action="/plumbers" role="search" className="flex w-full max-w-[480px] items-end gap-3">
      <div className="flex-1">
        <WhatIsWrong typed={typed ?? ""} />
      </div>
      <input type="hidden" name="city" value={city ?? ""} />
      <button className="button">Search</button>
    </form>
  );
}

const WhatIsWrong = ({ typed = "" }: { typed?: string }) => (
  <label className="field">
    <span className="font-semibold">What is wrong?</span>
    <input
      name="q"
      className="input text-ink"
      defaultValue={typed}
      placeholder="Blocked toilet, no hot water..."
      maxLength={SEARCH_LENGTH}
      autoComplete="off"
      enterKeyHint="search"
    />
  </label>
);
