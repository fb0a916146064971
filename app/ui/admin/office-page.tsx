import { Fragment, type ComponentProps, type ReactNode } from "react";
import { fullName, type Named } from "~/domain/values/user";
import { type About, dashboardPage } from "../shell/dashboard-page";
import { Link } from "../shell/elements";

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
    ...page,
  });

interface PageProps {
  title: ReactNode;
  /** Behind the title, in the same bar. */
  tools?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A page of the office: its title in a bar, and below it what is put in it. */
export const PageWithBar = ({ title, tools, className = "gap-2", children }: PageProps) => (
  <div className={`grid ${className}`}>
    <div className="office-bar">
      <h1>{title}</h1>
      {tools}
    </div>
    {children}
  </div>
);

type LinkProps = ComponentProps<typeof Link>;

export { Chip, QuietLink as OfficeLink, TextLink } from "../shell/elements";

/** A row's link that looks like its buttons (`RowButton`). */
export const RowLink = ({ className = "button-quiet", ...link }: LinkProps) => (
  <Link {...link} className={`button office-action ${className}`} />
);

/** A name that leads to their page. */
export const UserLink = ({ id, firstName, lastName, className }: Named & { id: string; className?: string }) => (
  <Link to={`/admin-dashboard/people/${id}`} className={className ?? "inline-flex min-h-11 items-center"}>
    {fullName({ firstName, lastName })}
  </Link>
);

export const NewBookingLink = () => (
  <Link to="/admin-dashboard/bookings/new" aria-keyshortcuts="n" className="button">
    New booking
  </Link>
);

interface FactsProps {
  facts: readonly (readonly [label: string, fact: ReactNode] | false | "" | null)[];
  /** True for a row of them at the top of a page. */
  isRow?: boolean;
}

export function Facts({ facts, isRow = false }: FactsProps) {
  const Fact = isRow ? "div" : Fragment;
  return (
    <dl className={isRow ? "card office-facts" : "facts whitespace-pre-line"}>
      {facts.map(
        (fact, at) =>
          fact && (
            <Fact key={at}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </Fact>
          ),
      )}
    </dl>
  );
}
