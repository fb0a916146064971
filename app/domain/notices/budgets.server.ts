import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { PHONE_CHANNELS, type PhoneChannel } from "~/db/notice-channels";
import { DAILY_BUDGETS, defineNotices, type BudgetShare } from "./notice";
import type { DomainContext } from "../domain-context.server";
import { settingPart } from "../settings/settings.server";
import { dateAt, DAY, instantOf, type Instant } from "../time/harare";
import { notify } from "./notify.server";

const CHANNEL_WORDS: Record<PhoneChannel, string> = { whatsapp: "WhatsApp messages", sms: "text messages" };

export const budgetNotices = defineNotices<{ budgetUsedUp: { channel: PhoneChannel; share: BudgetShare } }>("account", {
  budgetUsedUp: {
    isOver: "never: expires",
    expiresAt: (_, now) => instantOf(dateAt(now), 0) + DAY,
    email: ({ channel, share }, origin) => ({
      subject: `The day's budget for ${CHANNEL_WORDS[channel]}${share === "all" ? "" : " to new phones"} is used up`,
      paragraphs: [
        share !== "all"
          ? `Codes and answers to new phones have used up their share: none of those go out until midnight. All other ${CHANNEL_WORDS[channel]} do. If you don't expect that many new people, somebody may be doing it on purpose.`
          : `No more ${CHANNEL_WORDS[channel]} go out until midnight. Push notifications and emails do. Then the count begins again; you can set another number at any time.`,
      ],
      action: { label: "Open Settings", url: `${origin}/admin-dashboard/settings` },
    }),
  },
});

export const isBudgeted = (channel: string): channel is PhoneChannel => channel in DAILY_BUDGETS;

const budgetOf = (channel: PhoneChannel): SQL<number> => settingPart("budgets", channel);

/**
 * The condition, over a channel's notices, that they are of a share. WhatsApp takes what answers somebody within a day for
 * nothing: that uses up no notice's room.
 */
export const isOfShare = (channel: PhoneChannel, share: BudgetShare): SQL =>
  ({
    whatsapp: {
      all: sql`kind <> 'dialogueAnswer'`,
      strangers: sql`kind = 'phoneCode'`,
      answers: sql`(kind = 'dialogueAnswer' and user_id is null)`,
    },
    sms: {
      all: sql`true`,
      strangers: sql`(kind = 'phoneCode' or kind = 'dialogueAnswer' and user_id is null)`,
      answers: sql`false`,
    },
  })[channel][share];

const sentToday = (channel: PhoneChannel, now: Instant, share: BudgetShare = "all"): SQL<number> =>
  sql`(select count(*) from notices where channel = ${channel} and sent_at >= ${instantOf(dateAt(now), 0)}
    ${channel === "sms" && share === "all" ? sql`` : sql`and ${isOfShare(channel, share)}`})`;

/** The number of notices of a channel that may still go out on the day of `now` in Harare. */
export const budgetLeft = (channel: PhoneChannel, now: Instant, share: BudgetShare): SQL =>
  sql`max(0, ${share === "strangers" ? sql`(${budgetOf(channel)} + 4) / 5` : budgetOf(channel)} - ${sentToday(channel, now, share)})`;

/** The same, less those that senders are just sending. */
export const budgetFree = (channel: PhoneChannel, now: Instant, share: BudgetShare): SQL =>
  sql`max(0, ${budgetLeft(channel, now, share)} - (select count(*) from notices
    where channel = ${channel} and status = 'queued' and claimed_until > ${now} and ${isOfShare(channel, share)}))`;

/** Lists the budgets of the day of `now` in Harare, and what has gone out (N18). */
export function listBudgets(db: Database, now: Instant) {
  const rows = PHONE_CHANNELS.map((channel) => sql`(${channel}, ${budgetOf(channel)}, ${sentToday(channel, now)})`);
  return db.all<{ channel: PhoneChannel; budget: number; sent: number }>(
    sql`select column1 channel, column2 budget, column3 sent from (values ${sql.join(rows, sql`,`)})`,
  );
}

/** Tells the office that notices of a channel are dropped because a share of its day is used up, once a day each (N18). */
export async function tellOfUsedUpBudget(
  context: Pick<DomainContext, "db" | "now" | "origin" | "channels">,
  channel: PhoneChannel,
  share: BudgetShare,
): Promise<void> {
  const facts = { channel, share };
  const causeId = `${channel}.${dateAt(context.now)}${share === "all" ? "" : `.${share}`}`;
  await notify(context, {
    to: { office: true },
    cause: causeId,
    when: sql`true`,
    notice: budgetNotices.budgetUsedUp,
    facts,
  });
}
