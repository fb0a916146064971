import { CITIES, cityKey } from "~/domain/values/place";
import { Icon } from "../icon";
import { Link } from "../link";

/** The cities as links; the chosen one's link clears the choice (spec 2.10). */
export function CityChips({ chosen }: { chosen: string | null }) {
  return (
    <nav aria-label="Cities" className="flex flex-wrap gap-2">
      {CITIES.map((city) => {
        const isChosen = chosen !== null && cityKey(chosen) === cityKey(city);
        return (
          <Link key={city} to={isChosen ? "/plumbers" : `/plumbers/${city}`} className="chip" aria-current={isChosen ? "true" : undefined}>
            {city} {isChosen && <Icon name="x" label="Clear the filter" />}
          </Link>
        );
      })}
    </nav>
  );
}
