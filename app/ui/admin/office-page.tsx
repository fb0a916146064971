import { Fragment, useRef, type ComponentProps, type ReactNode } from "react";
import { fullName, type Named } from "~/domain/values/user";
import { type About, dashboardPage } from "../shell/dashboard-page";
import { ButtonLink, Chip, Link, QuietLink, SubmitButton, TallLink, TextLink, useHasScript } from "../shell/elements";
import { useNavigation, useSearchParams } from "@remix-run/react";
import { formatCount } from "~/domain/values/numbers";
import { Form } from "~/ui/forms/owned-form";

/** A page of the office: its title, `what` it failed to fetch, and the `list` to go back to. */
export const officePage = <Loader,>(
  title: string,
  what: string,
  { list, ...page }: { list?: string; missing?: string; about?: About<Loader> } = {},
) =>
  dashboardPage<Loader>({
    title,
    failed: `Failed to fetch ${what}`,
    home: list ? `/admin-dashboard/${list}` : "/admin-dashboard",
    list: list === "bookings" ? list : undefined,
    ...page,
  });

/** A page about a booking, whose reference its title ends with. */
export const BOOKING_PAGE = {
  missing: "Booking not found.",
  about: ({ booking }: { booking: { reference: string } }) => booking.reference,
};

export interface PageProps {
  title: string;
  small?: ReactNode;
  tools?: ReactNode;
  className?: string;
  children?: ReactNode;
}

export const PageWithBar = ({ title, small, tools, className = "gap-2", children }: PageProps) => (
  <div className={`grid ${className}`}>
    <div className="office-bar">
      <h1>
        {small ? `${title} ` : title}
        {small && <small>{small}</small>}
      </h1>
      {tools}
    </div>
    {children}
  </div>
);

type CardProps = Pick<PageProps, "title" | "className" | "children">;

export const Card = ({ title, className = "gap-3", children }: CardProps) => (
  <section className={`card grid ${className} p-4 sm:p-6`}>
    <h2>{title}</h2>
    {children}
  </section>
);

export const Listed = ({ title, children }: Pick<CardProps, "title" | "children">) => (
  <section className="grid gap-3">
    <h2>{title}</h2>
    <ul className="card divide-y divide-line">{children}</ul>
  </section>
);

export { Chip, QuietLink as OfficeLink, TextLink };
/** A row's link that looks like its buttons (`RowButton`). */
export const RowLink = ({ className = "button-quiet", ...link }: ComponentProps<typeof ButtonLink>) => (
  <ButtonLink {...link} className={`office-action ${className}`} />
);

export const UserLink = ({ id, firstName, lastName, className }: Named & { id: string; className?: string }) => (
  <TallLink to={`/admin-dashboard/people/${id}`} className={className} label={fullName({ firstName, lastName })} />
);

export const NewBookingLink = () => (
  <ButtonLink to="/admin-dashboard/bookings/new" aria-keyshortcuts="n" label="New booking" />
);

interface FactsProps {
  facts: readonly (readonly [label: string, fact: ReactNode] | false | "" | null)[];
  isRow?: boolean;
}

const FactInRow = (fact: { children: ReactNode }) => <div className="flex items-baseline gap-2 lg:block" {...fact} />;

export function Facts({ facts, isRow = false }: FactsProps) {
  const Fact = isRow ? FactInRow : Fragment;
  return (
    <dl className={isRow ? "card office-facts" : "facts whitespace-pre-line"}>
      {facts.map(
        (fact, at) =>
          fact &&
          fact[1] !== "" && (
            <Fact key={at}>
              <dt>{fact[0]}</dt>
              <dd dir="auto">{fact[1]}</dd>
            </Fact>
          ),
      )}
    </dl>
  );
}

interface ButtonProps extends Omit<ComponentProps<"button">, "onClick"> {
  busy?: string;
  /** The data that its form is sending, where that is not the page's navigation. */
  sent?: FormData;
  value: string;
}

/** A row's submit button: small, sends once, and may have a key of its own (`withKey`). Its name and value are its own. */
export function RowButton(props: ButtonProps) {
  const { busy = "Saving...", sent, name = "intent", className = "button-quiet", children, ...button } = props;
  const { formData } = useNavigation();
  const isSent = (sent ?? formData)?.get(name) === button.value;
  return (
    <button
      {...button}
      name={name}
      className={`button office-action ${className}`}
      data-busy={busy}
      aria-busy={isSent || undefined}
      onClick={isSent ? (event) => event.preventDefault() : undefined}
    >
      {isSent ? busy : children}
    </button>
  );
}

type VerbProps = Omit<ComponentProps<typeof SubmitButton>, "busy" | "children"> & { label: string; busy?: string };

export const VerbButton = ({ label, busy = "Saving...", ...button }: VerbProps) => (
  <SubmitButton className="button-quiet" {...button} name="intent" busy={busy} label={label} />
);

export const PaymentAction = (action: { bookingId: string; value: string; label: string }) => (
  <Form method="post">
    <input type="hidden" name="booking" value={action.bookingId} />
    <RowButton value={action.value}>{action.label}</RowButton>
  </Form>
);

interface FilterProps {
  name: string;
  label: string;
  chosen: string | null | undefined;
  /** The values, each with its words where those differ; null: the address doesn't name it. */
  choices: readonly (string | readonly [value: string | null, words: string])[];
  countOf?: (value: string | null) => number | undefined;
  areViews?: boolean;
  children?: ReactNode;
}

/** Scrolls a row of links to the chosen one, which may stand beyond a phone's edge. */
const showInRow = (chosen: HTMLAnchorElement | null) => {
  const row = chosen?.parentElement;
  if (row) row.scrollLeft = chosen.offsetLeft - row.offsetLeft - 48;
};

/** A list's filter as links. They keep the other filters and go back to the first page. */
export function FilterLinks({ name, label, chosen, choices, countOf, areViews = false, children }: FilterProps) {
  const [query] = useSearchParams();
  return (
    <nav aria-label={label} className={areViews ? "office-views" : "office-chips"}>
      {choices.map((choice) => {
        const [value, words] = typeof choice === "string" ? ([choice, choice] as const) : choice;
        const count = countOf?.(value);
        return (
          <Link
            key={words}
            to={withParameter(query, name, value)}
            className={areViews ? undefined : "chip flex-none"}
            aria-current={value === chosen ? "true" : undefined}
            ref={value === chosen ? showInRow : undefined}
          >
            {words}
            {count !== undefined && <small>{` ${formatCount(count)}`}</small>}
          </Link>
        );
      })}
      {children}
    </nav>
  );
}

/** A list's address with one parameter changed, or without it, on the first page. */
export function withParameter(query: URLSearchParams, name: string, value: string | null): string {
  const next = new URLSearchParams(query);
  next.delete("cursor");
  if (value === null) next.delete(name);
  else next.set(name, value);
  return `?${next}`;
}

/**
 * A page's choices as lists in one row. A choice by finger or mouse shows its page at once, one by keys with Enter, as arrows
 * pass over others; without script there is a button.
 */
export function ChoiceForm({ action, children }: { action: string; children: ReactNode }) {
  const hasScript = useHasScript();
  const isByKey = useRef(false);
  return (
    <Form
      action={action}
      className="choice-form"
      onPointerDown={() => void (isByKey.current = false)}
      onKeyDown={(event) => {
        isByKey.current = true;
        if (event.key !== "Enter" || !(event.target instanceof HTMLSelectElement)) return;
        event.preventDefault();
        event.currentTarget.requestSubmit();
      }}
      onChange={({ currentTarget }) => {
        if (!isByKey.current) currentTarget.requestSubmit();
      }}
    >
      {children}
      {!hasScript && <button className="button button-quiet">Show</button>}
    </Form>
  );
}
