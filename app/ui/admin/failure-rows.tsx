import { Form } from "@remix-run/react";
import { formatInstant, type Instant } from "~/domain/time/harare";
import { SEARCH_LENGTH } from "~/domain/values/lengths";
import { Icon } from "../elements/icon";

interface Failure {
  at: Instant;
  requestId: string;
  place: string;
  name: string;
  message: string;
}

/** The latest errors, or those of one request, whose id is on the page that somebody saw. */
export function FailureRows({ failures, requestId }: { failures: Failure[]; requestId: string | null }) {
  return (
    <section className="card grid gap-3 p-5" id="errors">
      <h2>Errors</h2>
      <p className="text-ink-2">
        Kept for a week, without names, addresses or anything that was typed. A page that breaks shows its request's
        number.
      </p>
      <Form className="flex max-w-xl gap-2">
        <label className="sr-only" htmlFor="request">
          Request
        </label>
        <input
          id="request"
          name="request"
          className="input"
          placeholder="Request"
          defaultValue={requestId ?? ""}
          maxLength={SEARCH_LENGTH}
          autoComplete="off"
        />
        <button className="button button-quiet" aria-label="Find">
          <Icon name="search" />
        </button>
      </Form>
      {failures.length === 0 && (
        <p className="text-ink-2">{requestId ? "No error of this request is kept." : "None in the last week."}</p>
      )}
      <ul className="divide-y divide-line">
        {failures.map(({ at, requestId: id, place, name, message }) => (
          <li key={id + place + at} className="py-3 leading-snug wrap-anywhere">
            <p>
              <b>{place}</b> {name}: {message}
            </p>
            <p className="text-sm text-ink-3 tabular-nums">
              {formatInstant(at)}, request {id}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
