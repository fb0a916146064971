import type { SentChannel } from "~/db/notice-channels";
import { DATABASE_LARGE, DATABASE_LIMIT } from "../health/database-size";
import { slowestPages, slowSince, SLOW_FROM, type HourOfPage, type PageTimes } from "../health/page-time";
import { DAY, formatInstant, HOUR, MINUTE, SECOND, type Instant } from "../time/harare";
import { countOf } from "../values/count-of";

/** Beyond this a count says "100+". */
export const MOST_COUNTED = 100;
/** A payment that isn't decided by then. */
export const PAYMENT_OPEN_TOO_LONG = HOUR;
/** By how much a notice, or the sweep of a photo, may be behind. */
export const NOTICE_LATE = 5 * MINUTE;
export const SWEEP_LATE = HOUR;

/** Some things that should not be there: how many, up to 100, and since when. */
export interface Backlog {
  count: number;
  since: Instant | null;
}

/** What D1 says of how the system is (O23). */
export interface SystemHealth {
  /** Since when the oldest notice should have gone out; null: none is queued. */
  oldestNotice: Instant | null;
  failedNotices: (Backlog & { channel: SentChannel })[];
  openPayments: Backlog;
  paymentsToReview: Backlog;
  photosToSweep: Backlog;
  /** Of the last hour; `since`: when they began, without an hour's break. */
  failures: { count: number; latest: Instant | null; since: Instant | null };
  /** Bytes; null: D1 didn't say. */
  size: number | null;
  /** Since when that is too much; null: it isn't. */
  largeSince: Instant | null;
  rows: { table: string; count: number }[];
}

/** One subject of the System page. */
export interface HealthLine {
  name: string;
  isWell: boolean;
  text: string;
  /** Since when it isn't well, where that is known. */
  since?: Instant | null;
  /** What to do about it. */
  todo?: string;
  link?: { to: string; label: string };
}

const counted = (count: number, one: string, many?: string) =>
  countOf(count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count, one, many);

/** What is wrong first, each part as it was given. */
export const worstFirst = (lines: readonly HealthLine[]): HealthLine[] => [
  ...lines.filter(({ isWell }) => !isWell),
  ...lines.filter(({ isWell }) => isWell),
];

/** The scheduled tasks: whether they run, and whether they succeed. */
export function cronLine(
  cron: { at: Instant; tookMs: number; failed: Record<string, string>; failingSince?: Instant | null } | null,
  late: number,
  now: Instant,
): HealthLine {
  const name = "Scheduled tasks (cron)";
  if (!cron)
    return {
      name,
      isWell: false,
      text: "Have not run yet.",
      todo: "They run each minute. On a new deployment wait five minutes, then look at the cron triggers of the Worker at Cloudflare.",
    };
  const last = `Last run ${formatInstant(cron.at)}, ${cron.tookMs} ms.`;
  if (now - cron.at >= late)
    return {
      name,
      isWell: false,
      text: `${last} They should run each minute: nothing is sent, reminded or cancelled until they do.`,
      since: cron.at + MINUTE,
      todo: "Look at the cron triggers of the Worker at Cloudflare, and at its log.",
    };
  const failed = Object.entries(cron.failed);
  if (failed.length > 0)
    return {
      name,
      isWell: false,
      text: `${last} Failed: ${failed.map(([task, error]) => `${task} (${error})`).join("; ")}`,
      since: cron.failingSince,
      todo: "The other tasks went on, and what failed is tried again each minute. If it lasts longer than ten minutes, tell a developer.",
    };
  return { name, isWell: true, text: last };
}

/** Notices: what is late, and what has failed, by channel. */
export function noticeLines(
  { oldestNotice, failedNotices }: SystemHealth,
  names: Record<SentChannel, string>,
  now: Instant,
): HealthLine[] {
  const isLate = oldestNotice !== null && now - oldestNotice > NOTICE_LATE;
  return [
    {
      name: "Notices",
      isWell: !isLate,
      text: isLate ? "Notices should have gone out, and have not." : "Nothing is late.",
      ...(isLate && {
        since: oldestNotice,
        todo: "If the scheduled tasks run, the provider is slow or refuses: the list below has its words.",
        link: { to: "#notices", label: "Unsent notices" },
      }),
    },
    ...failedNotices.map(({ channel, count, since }) => ({
      name: `${names[channel]}, failed`,
      isWell: false,
      text: `${counted(count, "notice")} could not be sent.`,
      since,
      todo: "Read the provider's words below. Send it again, or ask the person for another address.",
      link: { to: "#notices", label: "Unsent notices" },
    })),
  ];
}

/** Online payments; null where there is nothing to say about them. */
export function paymentLine({ openPayments, paymentsToReview }: SystemHealth, isOnline: boolean): HealthLine | null {
  const isWell = openPayments.count + paymentsToReview.count === 0;
  if (isWell)
    return isOnline ? { name: "Online payments", isWell, text: "None is open for long, none to check." } : null;
  const parts = [
    ...(openPayments.count > 0 ? [`${counted(openPayments.count, "payment")} open for more than an hour`] : []),
    ...(paymentsToReview.count > 0 ? [`${counted(paymentsToReview.count, "payment")} to check by hand`] : []),
  ];
  return {
    name: "Online payments",
    isWell,
    text: `${parts.join(", ")}.`,
    since: Math.min(openPayments.since ?? Infinity, paymentsToReview.since ?? Infinity),
    todo: "The provider is asked again for 24 hours. What is to be checked by hand: find it at the provider by our number, then mark it as checked.",
    link: { to: "/admin-dashboard/payments/online", label: "Online payments" },
  };
}

/** Photos in R2. */
export function photoLine(
  { photosToSweep }: SystemHealth,
  photos: { count: number; isAll: boolean } | null,
): HealthLine {
  const name = "Photos (R2)";
  if (!photos)
    return {
      name,
      isWell: false,
      text: "Not responding: no photo is shown or taken.",
      todo: "Look at Cloudflare's status page. Nothing is lost: pages work without photos.",
    };
  const objects = `Responding, ${photos.isAll ? photos.count : `more than ${photos.count}`} objects.`;
  return photosToSweep.count === 0
    ? { name, isWell: true, text: objects }
    : {
        name,
        isWell: false,
        text: `${objects} ${counted(photosToSweep.count, "photo")} should have been deleted and ${photosToSweep.count === 1 ? "is" : "are"} still there.`,
        since: photosToSweep.since === null ? null : photosToSweep.since + DAY,
        todo: "The scheduled tasks delete 50 a minute. If there aren't fewer in an hour, tell a developer.",
      };
}

/** D1: its size, and what fills it. */
export function databaseLine({ size, largeSince, rows }: SystemHealth): HealthLine {
  const name = "Database (D1)";
  const filled = size === null ? "" : `, ${megabytes(size)} of 10 GB`;
  const isWell = size === null || size < DATABASE_LARGE;
  return {
    name,
    isWell,
    text: [
      `Responding${filled}.`,
      `${rows.map(({ table, count }) => `${table} ${count.toLocaleString("en")}`).join(", ")}.`,
    ].join(" "),
    ...(!isWell && {
      since: largeSince,
      todo: `At 10 GB nothing can be written any more, ${megabytes(DATABASE_LIMIT - size)} are left: see "When it grows" in docs/operations.md.`,
    }),
  };
}

const megabytes = (bytes: number) =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** What broke on our side. */
export function failureLine({ failures: { count, latest, since } }: SystemHealth): HealthLine {
  return count === 0
    ? { name: "Errors", isWell: true, text: "None in the last hour." }
    : {
        name: "Errors",
        isWell: false,
        text: `${counted(count, "error")} in the last hour, the latest ${latest === null ? "" : formatInstant(latest)}.`,
        since,
        todo: "Send a developer the lines below. People who saw one were told that it is our mistake.",
        link: { to: "#errors", label: "Errors" },
      };
}

/** How fast pages are. `slowHours`: the kept hours of those that were slow for somebody. */
export function speedLine(times: readonly PageTimes[], slowHours: readonly HourOfPage[]): HealthLine {
  const [slowest] = slowestPages(times, 1);
  const isSlow = slowest !== undefined && slowest.nineOfTen > SLOW_FROM;
  return {
    name: "Speed",
    isWell: !isSlow,
    text: !slowest
      ? "Too few pages were measured in the last hour."
      : isSlow
        ? `${slowest.routeId} takes more than ${SLOW_FROM / SECOND} seconds for one in ten.`
        : `Nine of ten loads of every page take ${slowest.nineOfTen} ms at most.`,
    ...(isSlow && {
      since: slowSince(slowHours, slowest.routeId),
      todo: "A minute may be the network's. If it stays for an hour, send a developer the table below.",
      link: { to: "#speed", label: "Slowest pages" },
    }),
  };
}

/** The ledger's last check; null: there was none yet. */
export function ledgerLine(
  check: { at: Instant; transfers: number; isSound: boolean } | null,
  overdue: number,
  now: Instant,
): HealthLine {
  const name = "Ledger";
  if (!check)
    return {
      name,
      isWell: false,
      text: "Has not been checked yet: nothing can be paid out.",
      todo: "The scheduled tasks check it at 2:00 each night, and at their first run.",
    };
  const text = `Checked ${formatInstant(check.at)}, ${check.transfers} transfers.`;
  if (!check.isSound)
    return {
      name,
      isWell: false,
      text: `${text} It does not add up: nothing can be paid out.`,
      since: check.at,
      todo: "Change nothing by hand. What differs is below; docs/operations.md says what to do.",
    };
  return now - check.at < overdue
    ? { name, isWell: true, text: `${text} It adds up.` }
    : {
        name,
        isWell: false,
        text: `${text} It should be checked each night: until then nothing can be paid out.`,
        since: check.at + DAY,
        todo: "See whether the scheduled tasks run and what failed there.",
      };
}

export const payoutStopLine = ({ since, reason }: { since: Instant; reason: string }): HealthLine => ({
  name: "Payouts",
  isWell: false,
  text: `Stopped: ${reason}`,
  since,
  todo: "Let them go out again once the books agree with the provider and the bank.",
  link: { to: "/admin-dashboard/payouts/stop", label: "Stopped payouts" },
});

/** Live updates. Of all sockets, only those of the office are in one object, which can count them. */
export const objectLine = (objects: { officePages: number } | null): HealthLine => ({
  name: "Live updates (Durable Objects)",
  isWell: objects !== null,
  text: objects
    ? `Responding, ${counted(objects.officePages, "page")} of the office connected.`
    : "Not responding: pages don't update by themselves.",
  ...(!objects && { todo: "Look at Cloudflare's status page. Nothing is lost: load pages again to see what is new." }),
});

/** What a channel may still send today. */
export const budgetLine = (name: string, { budget, sent }: { budget: number; sent: number }): HealthLine => ({
  name: `${name}, today`,
  isWell: sent < budget,
  text: `${sent} of ${budget} sent.`,
  ...(sent >= budget && {
    todo: "What is meant for this channel is dropped until midnight; email and push go on. Settings has the number.",
    link: { to: "/admin-dashboard/settings", label: "Settings" },
  }),
});
