import { Form, useLocation, useSearchParams } from "@remix-run/react";
import { SEARCH_LENGTH } from "~/domain/values/text";
import { Icon } from "../elements/icon";
import { SEARCH_KEY } from "./shortcuts";
import { SEARCH_FIELD_ID } from "./use-office-keys";

const SEARCH_PATH = "/admin-dashboard/search";

/** The office's search field: a reference, a name, a phone, an email or a city. */
export function AdminSearch() {
  const [query] = useSearchParams();
  // Other pages have a search of their own.
  const searched = useLocation().pathname === SEARCH_PATH ? query.get("q") : null;
  return (
    <Form action={SEARCH_PATH} role="search" aria-label="Office" className="flex w-full max-w-xl gap-2">
      <label className="sr-only" htmlFor={SEARCH_FIELD_ID}>
        Search bookings and users
      </label>
      <span className="with-key">
        <input
          key={searched}
          id={SEARCH_FIELD_ID}
          aria-keyshortcuts={SEARCH_KEY}
          type="search"
          name="q"
          defaultValue={searched ?? ""}
          className="input"
          placeholder="Reference, name, phone..."
          maxLength={SEARCH_LENGTH}
          onKeyDown={(event) => {
            // The first Escape empties the field; the second leaves it, so that keys are for the page again.
            if (event.key === "Escape" && event.currentTarget.value === "") event.currentTarget.blur();
          }}
        />
        <kbd className="key" aria-hidden>
          {SEARCH_KEY}
        </kbd>
      </span>
      <button className="button button-quiet" aria-label="Search">
        <Icon name="search" />
      </button>
    </Form>
  );
}
