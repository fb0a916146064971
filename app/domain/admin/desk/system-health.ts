import type { SentChannel } from "~/db/notice-channels";
import { DAY, formatInstant, MINUTE, type Instant } from "../../time/harare";
import { countOf } from "../../values/count-of";

export const MOST_COUNTED = 100;
/** By how much a notice may be behind. */
const NOTICE_LATE = 5 * MINUTE;

/** What D1 says of how the system is (O17). */
export interface SystemHealth {
  /** Since when the oldest notice should have gone out; null: none is queued. */
  oldestNotice: Instant | null;
  /** Of each channel: how many, up to 100, and since when. */
  failedNotices: { channel: SentChannel; count: number; since: Instant }[];
  size: number | null;
  largeSince: Instant | null;
}

export interface HealthLine {
  name: string;
  isWell: boolean;
  text: string;
  /** Since when it isn't well, where that is known. */
  since?: Instant | null;
  todo?: string;
  link?: { to: string; label: string };
}

/** What is wrong first, each part as it was given. */
export const worstFirst = (lines: readonly HealthLine[]): HealthLine[] => [
  ...lines.filter(({ isWell }) => !isWell),
  ...lines.filter(({ isWell }) => isWell),
];

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
      text: `${countOf(count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count, "notice")} could not be sent.`,
      since,
      todo: "Read the provider's words below. Send it again, or ask the person for another address.",
      link: { to: "#notices", label: "Unsent notices" },
    })),
  ];
}

export function databaseLine({ size, largeSince }: SystemHealth): HealthLine {
  const filled = size === null ? "" : `, ${megabytes(size)} of 10 GB`;
  return {
    name: "Database (D1)",
    isWell: largeSince === null,
    text: `Responding${filled}.`,
    ...(largeSince !== null && {
      since: largeSince,
      todo: 'At 10 GB nothing can be written any more: see "When it grows" in docs/operations.md.',
    }),
  };
}

const megabytes = (bytes: number) =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

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

export const budgetLine = (name: string, { budget, sent }: { budget: number; sent: number }): HealthLine => ({
  name: `${name}, today`,
  isWell: sent < budget,
  text: `${sent} of ${budget} sent.`,
  ...(sent >= budget && {
    todo: "What is meant for this channel is dropped until midnight; email and push go on. Settings has the number.",
    link: { to: "/admin-dashboard/settings", label: "Settings" },
  }),
});
