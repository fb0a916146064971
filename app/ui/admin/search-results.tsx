import { Form, useSearchParams } from "@remix-run/react";
import { Icon } from "../elements/icon";

/** The office's search field: a reference, a name, a phone, an email or a city. */
export function AdminSearch() {
  const [query] = useSearchParams();
  return (
    <Form action="/admin-dashboard/search" role="search" className="mb-6 flex max-w-xl gap-2">
      <label className="sr-only" htmlFor="office-search">
        Search bookings and users
      </label>
      <input
        key={query.get("q")}
        id="office-search"
        type="search"
        name="q"
        defaultValue={query.get("q") ?? ""}
        className="input"
        placeholder="Reference, name, phone..."
        maxLength={100}
      />
      <button className="button button-quiet" aria-label="Search">
        <Icon name="search" />
      </button>
    </Form>
  );
}
