import { eq, sql } from "drizzle-orm";
import { batch, type Database } from "~/db/client.server";
import { noticeChoices, notices, users } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { dropQueued } from "./notice-states.server";
import type { AuthenticatedUser, Role } from "../values/user";
import {
  CHOSEN_CHANNELS,
  choicesOf,
  isChoosable,
  isOnByDefault,
  ROLE_TOPICS,
  type ChosenChannel,
  type ChosenTopic,
  type NoticeChoices,
} from "./choices";

/** Reads someone's choices on all channels (N13). */
export async function findNoticeChoices(db: Database, user: { id: string; role: Role }): Promise<NoticeChoices> {
  const [stored, [hours]] = await Promise.all([
    db.select().from(noticeChoices).where(eq(noticeChoices.userId, user.id)),
    db.select({ from: users.quietFrom, until: users.quietUntil }).from(users).where(eq(users.id, user.id)),
  ]);
  const isOn = (topic: ChosenTopic, channel: ChosenChannel) =>
    stored.find((one) => one.topic === topic && one.channel === channel)?.isOn ?? isOnByDefault(topic, channel);
  const { from = null, until = null } = hours ?? {};
  return {
    on: ROLE_TOPICS[user.role].flatMap((topic) =>
      CHOSEN_CHANNELS.filter((channel) => !isChoosable(topic, channel) || isOn(topic, channel)).map(
        (channel) => `${topic}-${channel}` as const,
      ),
    ),
    quiet: from === null || until === null ? null : { from, until },
  };
}

/** The statement that drops what still waits for someone on a channel where they have switched its topic off (N13). */
const dropUnwanted = (db: Database, userId: string) =>
  dropQueued(
    db,
    sql`${eq(notices.userId, userId)} and exists (select 1 from notice_choices choice where choice.user_id = notices.user_id
      and choice.topic = notices.topic and choice.channel = notices.channel and choice.is_on = 0)`,
    "Switched off in the meantime.",
  );

const target = [noticeChoices.userId, noticeChoices.topic, noticeChoices.channel];

/** Switches a topic's emails off for someone (N13), also those that wait. Doing it again changes nothing. */
export async function switchEmailsOff(db: Database, userId: string, topic: ChosenTopic): Promise<void> {
  await batch(db, {
    choice: db
      .insert(noticeChoices)
      .select(
        sql`select ${userId} as user_id, ${topic} as topic, 'email' as channel, 0 as is_on from users where id = ${userId}`,
      )
      .onConflictDoUpdate({ target, set: { isOn: false } }),
    dropped: dropUnwanted(db, userId),
  });
}

/** Stores someone's choices on these channels (N13), also for what waits; what can't be switched off stays on. */
export async function saveNoticeChoices(
  { db, now }: DomainContext,
  user: AuthenticatedUser,
  { on, quiet }: NoticeChoices,
  channels: readonly ChosenChannel[],
): Promise<void> {
  const rows = choicesOf(user.role, channels).map(([topic, channel]) => {
    const isOn = on.includes(`${topic}-${channel}`);
    return { userId: user.id, topic, channel, isOn };
  });
  await batch(db, {
    choices:
      rows.length === 0
        ? null
        : db
            .insert(noticeChoices)
            .values(rows)
            .onConflictDoUpdate({ target, set: { isOn: sql`excluded.is_on` } }),
    quiet: db
      .update(users)
      .set({ quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null, updatedAt: now })
      .where(eq(users.id, user.id)),
    dropped: dropUnwanted(db, user.id),
  });
}
