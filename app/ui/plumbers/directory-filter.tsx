import { directoryPath, type DirectoryChoice } from "~/domain/plumbers/directory-query";
import type { DirectorySort } from "~/domain/plumbers/plumber";
import { SPECIALITIES } from "~/domain/values/trade";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

const SORTS: Record<DirectorySort, string> = { rank: "Best rated", fee: "Lowest fee" };

/** Speciality and order as a GET form; the chosen speciality is a chip that removes it. */
export function DirectoryFilter({ choice }: { choice: DirectoryChoice }) {
  const { speciality, sort } = choice;
  return (
    <>
      <form
        action={directoryPath({ ...choice, speciality: null, sort: "rank" })}
        className="grid grid-cols-2 items-end gap-3 sm:max-w-[620px] sm:grid-cols-[1fr_1fr_auto]"
      >
        <label className="field">
          <span className="font-semibold">Speciality</span>
          <select name="speciality" className="input" defaultValue={speciality ?? ""}>
            <option value="">All</option>
            {SPECIALITIES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label className="field">
          <span className="font-semibold">Sort by</span>
          <select name="sort" className="input" defaultValue={sort}>
            {Object.entries(SORTS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button className="button button-quiet col-span-2 sm:col-span-1">Show</button>
      </form>
      {speciality && (
        <p>
          <Link
            to={directoryPath({ ...choice, speciality: null })}
            className="chip whitespace-normal"
            aria-current="true"
          >
            {speciality} <Icon name="x" label="Clear the filter" />
          </Link>
        </p>
      )}
    </>
  );
}
