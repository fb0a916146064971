import { useLocation, useMatches, useNavigation, type UIMatch } from "@remix-run/react";
import { Fragment, useEffect, useRef, useState, type ReactNode } from "react";
import { dashboardOf, fullName } from "~/domain/values/user";
import { useKeptPages } from "~/service-worker/use-kept-pages";
import { type UnreadAtLoad, FeedProvider, useFeed } from "~/realtime/use-feed";
import type { SignedIn } from "./response-context";
import { Avatar } from "../accounts/avatar";
import { FlashNotice, Icon, Link, TabLink } from "./elements";
import type { IconName } from "../elements/icon-names";
import { Menu } from "../elements/menu";
import { Logo, SkipLink } from "../elements/logo";
import { Form } from "~/ui/forms/owned-form";

export interface NavigationEntry {
  to: string;
  label: string;
  icon: IconName;
  group?: string;
  parts?: string[];
  count?: number;
  /** Its count is the unread messages, as the feed says. */
  showsUnread?: boolean;
  /** On phones it stands on the bar, the others under More. */
  isOnTabBar?: boolean;
  /** The keys that lead there, shown while the entry is pointed at (O19). */
  keys?: string;
}

interface Props {
  user: SignedIn;
  entries: NavigationEntry[];
  unread: UnreadAtLoad;
  flash: { message: string; isProblem: boolean } | null;
  children: ReactNode;
}

export function DashboardLayout({ user, entries: given, unread, flash, children }: Props) {
  const loading = useNavigation().state === "loading";
  const isUnanswered = useIsUnanswered();
  const events = useBookingEvents();
  const feed = useFeed(unread, user.tag, { office: user.role === "admin" });
  useCountInTitle(feed.unread.total);
  useKeptPages(user);
  const main = useFocusAfterChange<HTMLElement>();
  const isHere = useIsHere(dashboardOf(user.role));
  const entries = given.map((entry) => ({
    ...entry,
    count: entry.showsUnread ? feed.unread.total : entry.count,
    isHere: isHere(entry),
  }));
  return (
    <FeedProvider value={feed}>
      <div className="with-tabs min-h-dvh print:pb-0 lg:grid lg:grid-cols-[248px_1fr] lg:pb-0">
        <SkipLink />
        <aside className="hidden border-r border-line bg-surface lg:block">
          <div className="sticky top-0 flex h-dvh flex-col gap-6 overflow-y-auto p-4">
            <Logo />
            <div className="flex items-center gap-3">
              <Avatar photoKey={user.photoKey} size={40} eager />
              <div className="min-w-0 leading-snug">
                <p className="font-semibold wrap-anywhere">{fullName(user) || "Profile"}</p>
                <p className="text-sm wrap-anywhere text-ink-2">{user.email}</p>
              </div>
            </div>
            <nav aria-label="Dashboard" className="grid gap-1">
              <Entries entries={entries} />
            </nav>
            <SignOut className="mt-auto" />
          </div>
        </aside>
        <header className="dashboard-head flex items-center justify-between gap-3 border-b border-line bg-surface px-4 py-2 lg:hidden">
          <Logo />
          <Menu className="relative">
            <summary className="flex min-h-11 list-none items-center gap-2 font-semibold">
              <Avatar photoKey={user.photoKey} size={32} eager />
              <span className="tab-name max-w-40 truncate">{user.firstName || "Profile"}</span>
              <Icon name="chevron-down" />
            </summary>
            <div className="card absolute right-0 z-30 mt-1 w-[min(15rem,86vw)] p-2">
              <p className="px-3 py-2 text-ink-2 wrap-anywhere">{fullName(user)}</p>
              <TabLink to="/" icon="house" label="Homepage" />
              <SignOut />
            </div>
          </Menu>
        </header>
        <DashboardTabs entries={entries} />
        <main
          id="content"
          ref={main}
          tabIndex={-1}
          className={loading ? "opacity-60 transition-opacity delay-200" : ""}
        >
          {loading && (
            <p role="status" className="loading-bar">
              <span className="sr-only">Loading...</span>
            </p>
          )}
          <FlashNotice flash={flash} events={events} />
          {user.termsToAccept && (
            <p className="asks-for-terms page pt-4">
              {user.termsToAccept === "first" ? "You haven't accepted our terms yet." : "Our terms have changed."}{" "}
              <a href="/accept-terms">Read and accept them</a>
            </p>
          )}
          {isUnanswered ? (
            <p
              role="alert"
              className="reconnecting sticky top-0 z-30 bg-brand-900 px-4 py-1 text-center text-sm text-white"
            >
              {NOT_SENT}
            </p>
          ) : (
            !feed.connected && (
              <p role="status" className="reconnecting page truncate pt-3 text-sm text-ink-2">
                Reconnecting… what you see may be a little old.
              </p>
            )
          )}
          <div className="page py-6 lg:py-8">{children}</div>
        </main>
      </div>
    </FeedProvider>
  );
}

const UNANSWERED_MS = 60_000;
export const NOT_SENT = "Not sent yet. What you wrote is still here: keep this page open.";

/** True once a form has had no answer of ours for a minute. It is sent until one comes (`fetch-with-retry.ts`). */
function useIsUnanswered(): boolean {
  const isSending = useNavigation().state === "submitting";
  const [isUnanswered, setIsUnanswered] = useState(false);
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(() => setIsUnanswered(true), UNANSWERED_MS);
    return () => {
      clearTimeout(timer);
      setIsUnanswered(false);
    };
  }, [isSending]);
  return isUnanswered;
}

/** Focuses the main part when the focused element has left: keyboard users aren't sent to the top. */
function useFocusAfterChange<Element extends HTMLElement>() {
  const { state } = useNavigation();
  const place = useRef<Element>(null);
  const hasMoved = useRef(false);
  useEffect(() => {
    if (state !== "idle") hasMoved.current = true;
    else if (hasMoved.current && document.activeElement === document.body)
      place.current?.focus({ preventScroll: true });
  }, [state]);
  return place;
}

const useBookingEvents = () =>
  (useMatches() as UIMatch<{ history?: unknown[] } | undefined>[]).find(({ data }) => data?.history)?.data?.history
    ?.length;

function useCountInTitle(count: number) {
  const { pathname } = useLocation();
  useEffect(() => {
    const title = document.title.replace(/ \(\d+\+?\)$/, "");
    document.title = count > 0 ? `${title} (${count > 99 ? "99+" : count})` : title;
  }, [count, pathname]);
}

/** True for an entry of the page that the user is on or going to: a tapped entry lights at once, however slow the line. */
function useIsHere(home: string) {
  const here = useLocation();
  const { state, location } = useNavigation();
  const { pathname } = state === "loading" ? location : here;
  return ({ to, parts = [] }: NavigationEntry): boolean =>
    pathname === to ||
    // The dashboard's own URL shows its overview (W16).
    (pathname === home && to === `${home}/overview`) ||
    (to !== home && [to, ...parts].some((part) => `${pathname}/`.startsWith(`${part}/`)));
}

type Shown = NavigationEntry & { isHere: boolean };

const TAB_SMALL = "grid min-h-14 content-center justify-items-center px-1 py-2 text-xs font-semibold";

function Entry({ entry, small = false }: { entry: Shown; small?: boolean }) {
  const count = entry.count ? (
    <span className="min-w-6 rounded-full bg-action px-2 text-center text-sm font-bold text-on-action">
      {entry.count > 99 ? "99+" : entry.count}
    </span>
  ) : null;
  return small ? (
    <Link
      to={entry.to}
      aria-current={entry.isHere ? "page" : undefined}
      className={`${TAB_SMALL} relative flex-auto text-ink-2 no-underline aria-[current=page]:text-copper-700 tab-small`}
    >
      <Icon name={entry.icon} className="size-6" />
      <span className="bar-name">{entry.label}</span>
      {count && <span className="absolute top-1 left-[calc(50%+6px)]">{count}</span>}
    </Link>
  ) : (
    <Link to={entry.to} aria-current={entry.isHere ? "page" : undefined} className="tab">
      <Icon name={entry.icon} />
      <span className="flex-1">{entry.label}</span>
      {entry.keys && (
        <kbd className="key" aria-hidden>
          {entry.keys}
        </kbd>
      )}
      {count}
    </Link>
  );
}

const Entries = ({ entries }: { entries: Shown[] }) =>
  entries.map((entry, at) => (
    <Fragment key={entry.to}>
      {entry.group && entry.group !== entries[at - 1]?.group && <p className="menu-group">{entry.group}</p>}
      <Entry entry={entry} />
    </Fragment>
  ));

/** The bar at the lower edge of phones. */
export const DashboardTabs = ({ entries }: { entries: Shown[] }) => (
  <nav aria-label="Dashboard" className="dashboard-tabs flex lg:hidden">
    {entries
      .filter(({ isOnTabBar }) => isOnTabBar)
      .map((entry) => (
        <Entry key={entry.to} entry={entry} small />
      ))}
    <MoreEntries entries={entries.filter(({ isOnTabBar }) => !isOnTabBar)} />
  </nav>
);

function MoreEntries({ entries }: { entries: Shown[] }) {
  const { pathname } = useLocation();
  if (entries.length === 0) return null;
  const isHere = entries.some((entry) => entry.isHere);
  return (
    <Menu key={pathname} className="grid flex-auto">
      <summary className={`${TAB_SMALL} list-none ${isHere ? "text-copper-700" : "text-ink-2"}`}>
        <Icon name="menu" className="size-6" />
        <span className="bar-name">Menu</span>
      </summary>
      <div className="tabs-menu card absolute right-2 mb-2 grid w-[min(15rem,86vw)] p-2">
        <Entries entries={entries} />
      </div>
    </Menu>
  );
}

const SignOut = ({ className = "" }: { className?: string }) => (
  <Form method="post" action="/signout" reloadDocument className={className}>
    <button className="tab w-full">
      <Icon name="log-out" /> Logout
    </button>
  </Form>
);
