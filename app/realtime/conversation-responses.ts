import type { Message } from "~/domain/messages/message";
import type { MessagePage } from "./message-log";

// What `routes/resources/conversation.ts` answers, looked at before the page believes it: on the way there may be a
// proxy's or a captive portal's page. By hand, as zod weighs more than everything else here.

/** A message that was accepted, with the one before it in the conversation. */
export interface Sent {
  message: Message;
  previousSeq: number;
}

/** Why a message was not sent. */
export interface NotSent {
  /** In the server's words; null where it did not get through. */
  problem: string | null;
  /** Whether the same words may be accepted later. */
  canRetry: boolean;
}

export interface UnreadCounts {
  unread: number;
  unreadTotal: number;
}

/** Nobody has answered, or nobody of ours. */
export const NO_ANSWER: NotSent = { problem: null, canRetry: true };

/** Later it may work: the wait is over, the session is there again, or the server is. */
const mayWorkLater = (status: number) => status === 401 || status === 408 || status === 429 || status >= 500;

/** What became of a message. */
export async function readSent(answer: Response): Promise<Sent | NotSent> {
  const value = await jsonOf(answer);
  const { message, previousSeq, problem } = isRecord(value) ? value : {};
  if (answer.ok) return isMessage(message) && isNumber(previousSeq) ? { message, previousSeq } : NO_ANSWER;
  return { problem: typeof problem === "string" ? problem : null, canRetry: mayWorkLater(answer.status) };
}

/** Messages that were asked for; throws where these are none. */
export async function readMessagePage(answer: Response): Promise<MessagePage> {
  const value = await jsonOf(answer);
  const { messages, hasOlder } = answer.ok && isRecord(value) ? value : {};
  if (!Array.isArray(messages) || !messages.every(isMessage) || typeof hasOlder !== "boolean") throw notOurs(answer);
  return { messages, hasOlder };
}

/** How much is unread now; throws where nobody says so. */
export async function readUnreadCounts(answer: Response): Promise<UnreadCounts> {
  const value = await jsonOf(answer);
  const { unread, unreadTotal } = answer.ok && isRecord(value) ? value : {};
  if (!isNumber(unread) || !isNumber(unreadTotal)) throw notOurs(answer);
  return { unread, unreadTotal };
}

const jsonOf = (answer: Response): Promise<unknown> => answer.json().catch(() => null);
const notOurs = (answer: Response) => new Error(`The conversation answered ${answer.status}.`);
const isNumber = (value: unknown): value is number => typeof value === "number";
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function isMessage(value: unknown): value is Message {
  return (
    isRecord(value) &&
    ["seq", "createdAt"].every((name) => isNumber(value[name])) &&
    ["id", "senderId", "recipientId", "content"].every((name) => typeof value[name] === "string")
  );
}
