import { directoryPath, type DirectoryChoice } from "~/domain/plumbers/directory-query";
import { CITIES, cityKey } from "~/domain/values/cities";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

/** The cities as links that keep the other filters; the chosen city's link clears it (D5), a remembered one by an empty `city`. */
export function CityChips({ choice }: { choice: DirectoryChoice }) {
  return (
    <nav aria-label="Cities" className="grid min-w-0 gap-1">
      {choice.city === null && <p className="font-semibold">Which city?</p>}
      <div className="chip-row">
        {CITIES.map((city) => {
          const isChosen = choice.city !== null && cityKey(choice.city) === cityKey(city);
          return (
            <Link
              key={city}
              to={
                isChosen && choice.problem
                  ? `${directoryPath({ ...choice, city: null, suburb: null })}&city=`
                  : directoryPath({ ...choice, city: isChosen ? null : city, suburb: null })
              }
              className="chip"
              aria-current={isChosen ? "true" : undefined}
            >
              {city} {isChosen && <Icon name="x" label="Clear the filter" />}
            </Link>
          );
        })}
      </div>
    </nav>
  );
}
