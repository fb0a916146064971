import { CHOSEN_TOPICS, isChoosable, type ChosenTopic } from "../notices/choices";
import type { RotatingSecret } from "../values/rotating-secret";
import { isSigned, sign } from "./signatures.server";

/** The topic, if its emails end by one click (N13). */
const unsubscribable = (topic: string): ChosenTopic | undefined =>
  CHOSEN_TOPICS.find((known) => known === topic && isChoosable(known, "email"));

const claimOf = (userId: string, topic: string) => `unsubscribe ${userId} ${topic}`;

/** The token by which an email's topic is switched off without signing in; null for emails that stay on. It never ends. */
export async function unsubscribeToken(secret: RotatingSecret, userId: string, topic: string): Promise<string | null> {
  return unsubscribable(topic) ? `${userId}.${topic}.${await sign(secret, claimOf(userId, topic))}` : null;
}

/** Reads such a token; null for one that is not ours. */
export async function readUnsubscribeToken(
  secret: RotatingSecret,
  token: string,
): Promise<{ userId: string; topic: ChosenTopic } | null> {
  const [userId = "", name = "", signature = ""] = token.split(".");
  const topic = unsubscribable(name);
  return topic && (await isSigned(secret, claimOf(userId, topic), signature)) ? { userId, topic } : null;
}
