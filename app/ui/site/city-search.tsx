import { CITIES } from "~/domain/values/cities";
import { Icon } from "../elements/icon";

/** The search for plumbers by city, with our cities as suggestions. */
export function CitySearch() {
  return (
    <form action="/plumbers" role="search" className="grid w-full max-w-[480px] gap-2">
      <label htmlFor="city-search" className="font-semibold">
        Where do you need a plumber?
      </label>
      <div className="flex gap-2">
        <input
          id="city-search"
          name="city"
          list="cities"
          className="input text-ink"
          placeholder="City"
          maxLength={60}
          autoComplete="address-level2"
          enterKeyHint="search"
        />
        <button className="button flex-none">
          <Icon name="search" /> Search
        </button>
      </div>
      <datalist id="cities">
        {CITIES.map((city) => (
          <option key={city} value={city} />
        ))}
      </datalist>
    </form>
  );
}
