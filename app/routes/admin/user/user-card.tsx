import type { ComponentProps, ReactNode } from "react";
import type {
  MergedAccount,
  PlumberStats,
  NextAction,
  UserDetails,
  UserSummary,
  AccountAction,
} from "~/domain/admin/people/office-users";
import { type Consent, newBookingPath } from "~/domain/admin/callers/caller";
import { countOf } from "~/domain/values/numbers";
import { fullName } from "~/domain/values/user";
import { averageRating } from "~/domain/plumbers/plumber";
import { formatInstant } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { showPhone } from "~/domain/values/phone";
import { Card, Facts, Listed, TextLink } from "~/ui/admin/office-page";
import { ContactLinks } from "~/ui/admin/contact-links";
import { Avatar } from "~/ui/accounts/avatar";
import { ButtonLink, Figure, Icon, Link, Notice } from "~/ui/shell/elements";
import { Menu } from "~/ui/elements/menu";
import { UserMarks } from "~/ui/admin/user-columns";

/** Of two accounts that no one can sign in to, the first of the address goes: the younger one. */
function mergePath(one: UserSummary, other: UserSummary): string {
  const [goes, stays] = one.createdAt > other.createdAt ? [one, other] : [other, one];
  return `/admin-dashboard/people/${goes.id}/merge/${stays.id}`;
}

interface Loaded {
  user: UserDetails;
  next: NextAction | null;
  actions: { action: AccountAction; label: string }[];
  record: PlumberStats | null;
  duplicates: (UserSummary & { canMerge: boolean })[];
  merged: MergedAccount[];
  consents: Consent[];
  lateCancellations: number;
}

export function UserCard({ children, ...card }: Loaded & { children: ReactNode }) {
  const { user, next, duplicates, merged } = card;
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center gap-4">
        <Avatar photoKey={user.photoKey} size={72} />
        <div className="min-w-0 flex-1">
          <h1>{fullName(user)}</h1>
          <UserMarks user={user} />
        </div>
        <div className="relative flex flex-wrap items-center gap-3">
          {next && <ButtonLink to={next.to} preventScrollReset label={next.words} />}
          <MoreActions {...card} />
        </div>
        {!user.isErased && <ContactLinks id={user.email && user.id} email={user.email} phone={user.phone} />}
      </header>
      {user.isSuspended && (
        <Notice kind="danger">Suspended{user.suspendedReason ? `: ${user.suspendedReason}` : "."}</Notice>
      )}
      {user.isSuspended && user.trade && (
        <p>
          <Link to="/admin-dashboard/dispatch?kind=suspended">Reassign their open jobs</Link>
        </p>
      )}
      {user.factorResetDueAt !== null && (
        <Notice kind="info">
          Their two-step sign-in will be turned off at {formatInstant(user.factorResetDueAt)}. If you aren't sure that
          they asked for it, keep it.
        </Notice>
      )}
      {user.role === "plumber" && user.approval && user.approval !== "approved" && (
        <Notice kind="info">{NOT_LISTED[user.approval]}</Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-3">
        <div className="grid gap-4 lg:col-span-2">{children}</div>
        <div className="grid gap-6">
          <AccountFacts {...card} />
          <Figures {...card} />
          {merged.length > 0 && (
            <Listed title="Merged into this account">
              {merged.map(({ id, name, phone }) => (
                <li key={id} className="grid gap-1 p-4">
                  <b className="wrap-anywhere">{name}</b>
                  {phone && <span className="text-sm text-ink-2">{showPhone(phone)}</span>}
                </li>
              ))}
            </Listed>
          )}
          {duplicates.length > 0 && (
            <Listed title="Possible duplicates">
              {duplicates.map((one) => (
                <li key={one.id} data-row className="grid gap-1 p-4">
                  <Link to={`/admin-dashboard/people/${one.id}`} data-row-link className="font-semibold wrap-anywhere">
                    {fullName(one)}
                  </Link>
                  <UserMarks user={one} />
                  <span className="text-sm wrap-anywhere text-ink-2">
                    {[one.email, one.phone && showPhone(one.phone)].filter(Boolean).join(", ")}
                  </span>
                  {one.canMerge && (
                    <TextLink to={mergePath(user, one)} className="justify-self-start" label="Compare and merge" />
                  )}
                </li>
              ))}
            </Listed>
          )}
        </div>
      </div>
    </div>
  );
}

function MoreActions({ user, next, actions }: Loaded) {
  const page = `/admin-dashboard/people/${user.id}`;
  const isPlumber = user.role === "plumber";
  const links = [
    user.role === "client" && !user.isSuspended && !user.isErased && { to: newBookingPath(user), label: "New booking" },
    user.email === null && { to: `${page}/correct`, label: "Correct" },
    isPlumber && !user.isErased && { to: `/admin-dashboard/vetting/${user.id}`, label: "Papers" },
    user.role !== "admin" && {
      to: `/admin-dashboard/bookings?${user.role}=${user.id}`,
      label: isPlumber ? "All jobs" : "All bookings",
    },
    ...actions.map(({ action, label }) => ({ to: `${page}/${action}`, label })),
  ].flatMap((link) => (link && link.to !== next?.to ? [link] : []));
  if (links.length === 0) return null;
  return (
    <Menu className="shrink-0">
      <summary className="button button-quiet list-none">
        More <Icon name="chevron-down" />
      </summary>
      <ul className="card drop grid p-2">
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} className="flex min-h-11 items-center gap-2 px-3" preventScrollReset>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Menu>
  );
}

function AccountFacts({ user, consents, lateCancellations }: Loaded) {
  const { trade } = user;
  return (
    <Card title="Account" className="gap-4">
      <Facts
        facts={[
          ["Signed up", formatInstant(user.createdAt)],
          ["Late cancellations", lateCancellations],
          user.phoneCorrectedAt !== null && ["Phone", "Corrected, and not verified since"],
          ...consents.map(
            ({ words, adminName, at }) =>
              [
                "Agreed to text messages",
                <>
                  <bdi>“{words}”</bdi>{" "}
                  <span className="text-ink-3">
                    ({adminName}, {formatInstant(at)})
                  </span>
                </>,
              ] as const,
          ),
          ["Address", [user.addressLine1, user.addressLine2].filter(Boolean).join(", ")],
          trade && ["Speciality", trade.speciality],
          trade && ["Experience", trade.experience],
          trade && ["Visit fee", formatSum(trade.feeCents)],
          trade && [
            "In the directory",
            trade.listed ? (trade.paused ? "Yes, not taking jobs at the moment" : "Yes") : "No",
          ],
        ]}
      />
      {trade?.about && (
        <dl>
          <dt className="text-ink-2">About</dt>
          <dd dir="auto" className="whitespace-pre-line wrap-anywhere">
            {trade.about}
          </dd>
        </dl>
      )}
    </Card>
  );
}

function Figures({ user: { trade }, record }: Loaded) {
  if (!trade || !record) return null;
  const percent = (value: number | null) => (value === null ? "–" : `${value}%`);
  const { acceptance, minutesToAnswer, completionWithoutClients } = record;
  const { jobsTotal, ratingCount } = trade;
  const figures: ComponentProps<typeof Figure>[] = [
    { label: "Acceptance rate", value: percent(acceptance), icon: "check" },
    { label: "Usual response time", value: minutesToAnswer === null ? "–" : duration(minutesToAnswer), icon: "clock" },
    {
      label: "Completion rate",
      value: percent(completionWithoutClients),
      icon: "circle-check",
      note: "excluding client cancellations",
    },
    {
      label: "Average rating",
      value: averageRating(trade) ?? "New",
      icon: "star",
      note: countOf(ratingCount, "review"),
    },
    { label: "Total Jobs", value: jobsTotal, icon: "briefcase" },
  ];
  return (
    <section className="grid gap-3">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(8.5rem,1fr))] gap-3">
        {figures.map((figure) => (
          <Figure key={figure.icon} {...figure} />
        ))}
      </dl>
      <p className="text-sm text-ink-3">
        Acceptance rate, usual response time and completion rate cover the latest 100 jobs.
      </p>
    </section>
  );
}

const NOT_LISTED = {
  waiting: "This plumber is waiting for approval and isn't listed yet.",
  asked: "We've asked this plumber for more. They aren't listed yet.",
  refused: "We've refused to list this plumber.",
};

function duration(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}
