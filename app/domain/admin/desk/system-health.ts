import type { SentChannel } from "~/db/notice-channels";
import { CHANNEL_NAMES } from "../../notices/choices";
import { DAY, formatInstant, MINUTE, type Instant } from "../../time/harare";
import { countOf } from "../../values/numbers";

export const MOST_COUNTED = 100;
const NOTICE_LATE = 5 * MINUTE;

export interface HealthLine {
  name: string;
  isWell: boolean;
  text: string;
  /** Since when it isn't well, where that is known. */
  since?: Instant | null;
  todo?: string;
  link?: { to: string; label: string };
}

export const worstFirst = (lines: readonly HealthLine[]): HealthLine[] =>
  lines.toSorted((one, other) => Number(one.isWell) - Number(other.isWell));

const problem = (
  name: string,
  text: string,
  todo: string,
  more: Pick<HealthLine, "since" | "link"> = {},
): HealthLine => ({ name, isWell: false, text, todo, ...more });

export function cronLine(
  cron: { at: Instant; tookMs: number; failed: Record<string, string>; failingSince?: Instant | null } | null,
  late: number,
  now: Instant,
): HealthLine {
  const name = "Scheduled tasks (cron)";
  if (!cron)
    return problem(
      name,
      "Have not run yet.",
      "They run each minute. On a new deployment wait five minutes, then look at the cron triggers of the Worker at Cloudflare.",
    );
  const last = `Last run ${formatInstant(cron.at)}, ${cron.tookMs} ms.`;
  if (now - cron.at >= late)
    return problem(
      name,
      `${last} They should run each minute: nothing is sent, reminded or cancelled until they do.`,
      "Look at the cron triggers of the Worker at Cloudflare, and at its log.",
      { since: cron.at + MINUTE },
    );
  const failed = Object.entries(cron.failed).map(([task, error]) => `${task} (${error})`);
  if (failed.length === 0) return { name, isWell: true, text: last };
  return problem(
    name,
    `${last} Failed: ${failed.join("; ")}`,
    "The other tasks went on, and what failed is tried again each minute. If it lasts longer than ten minutes, tell a developer.",
    { since: cron.failingSince },
  );
}

export interface FailedNotices {
  channel: SentChannel;
  /** Up to 100. */
  count: number;
  since: Instant;
}

/** Notices: what is late since the oldest one should have gone out (null: none is queued), and what has failed. */
export function noticeLines(oldest: Instant | null, failed: FailedNotices[], now: Instant): HealthLine[] {
  const link = { to: "#notices", label: "Unsent notices" };
  return [
    oldest !== null && now - oldest > NOTICE_LATE
      ? problem(
          "Notices",
          "Notices should have gone out, and have not.",
          "If the scheduled tasks run, the provider is slow or refuses: the list below has its words.",
          { since: oldest, link },
        )
      : { name: "Notices", isWell: true, text: "Nothing is late." },
    ...failed.map(({ channel, count, since }) =>
      problem(
        `${CHANNEL_NAMES[channel]}, failed`,
        `${countOf(count >= MOST_COUNTED ? `${MOST_COUNTED}+` : count, "notice")} could not be sent.`,
        "Read the provider's words below. Send it again, or ask the person for another address.",
        { since, link },
      ),
    ),
  ];
}

export function databaseLine(size: number | null, largeSince: Instant | null): HealthLine {
  const name = "Database (D1)";
  const text = size === null ? "Responding." : `Responding, ${megabytes(size)} of 10 GB.`;
  if (largeSince === null) return { name, isWell: true, text };
  const todo = 'At 10 GB nothing can be written any more: see "When it grows" in docs/operations.md.';
  return problem(name, text, todo, { since: largeSince });
}

const megabytes = (bytes: number) =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

export function ledgerLine(
  check: { at: Instant; transfers: number; isSound: boolean } | null,
  overdue: number,
  now: Instant,
): HealthLine {
  const name = "Ledger";
  if (!check)
    return problem(
      name,
      "Has not been checked yet: nothing can be paid out.",
      "The scheduled tasks check it at 2:00 each night, and at their first run.",
    );
  const text = `Checked ${formatInstant(check.at)}, ${check.transfers} transfers.`;
  if (!check.isSound)
    return problem(
      name,
      `${text} It does not add up: nothing can be paid out.`,
      "Change nothing by hand. What differs is below; docs/operations.md says what to do.",
      { since: check.at },
    );
  if (now - check.at < overdue) return { name, isWell: true, text: `${text} It adds up.` };
  return problem(
    name,
    `${text} It should be checked each night: until then nothing can be paid out.`,
    "See whether the scheduled tasks run and what failed there.",
    { since: check.at + DAY },
  );
}

export const payoutStopLine = ({ since, reason }: { since: Instant; reason: string }): HealthLine =>
  problem(
    "Payouts",
    `Stopped: ${reason}`,
    "Let them go out again once the books agree with the provider and the bank.",
    { since, link: { to: "/admin-dashboard/payouts/stop", label: "Stopped payouts" } },
  );

export function budgetLine(channel: string, { budget, sent }: { budget: number; sent: number }): HealthLine {
  const [name, text] = [`${channel}, today`, `${sent} of ${budget} sent.`];
  if (sent < budget) return { name, isWell: true, text };
  return problem(
    name,
    text,
    "What is meant for this channel is dropped until midnight; email and push go on. Settings has the number.",
    { link: { to: "/admin-dashboard/settings", label: "Settings" } },
  );
}
