import type { Message } from "~/domain/messages/message";

// Parses what `routes/resources/conversation.ts` responds: a proxy or a captive portal may have answered in its place.
// By hand, because zod would weigh more than everything else here.

/** A message that the server has stored, and the `seq` of the previous one in the conversation. */
export interface Sent {
  message: Message;
  previousSeq: number;
}

/** Consecutive messages of a conversation; `hasOlder` when there are others before them. */
export interface MessagePage {
  messages: Message[];
  hasOlder: boolean;
}

export interface NotSent {
  /** In the server's words; null when no response of the Worker came back. */
  problem: string | null;
  canRetry: boolean;
}

export interface UnreadCounts {
  unread: number;
  unreadTotal: number;
}

export const NO_RESPONSE: NotSent = { problem: null, canRetry: true };

/** After waiting, after signing in again, or once the server is back. */
const mayWorkLater = (status: number) => status === 401 || status === 408 || status === 429 || status >= 500;

/** Reads the response to a message of `writer`, by name. */
export async function readSent(response: Response, writer = ""): Promise<Sent | NotSent> {
  const { message, previousSeq, problem, signedInAs } = await recordOf(response);
  if (response.ok) return isMessage(message) && isNumber(previousSeq) ? { message, previousSeq } : NO_RESPONSE;
  if (typeof signedInAs === "string") return { problem: ofAnother(writer, signedInAs), canRetry: true };
  return { problem: typeof problem === "string" ? problem : null, canRetry: mayWorkLater(response.status) };
}

const ofAnother = (writer: string, signedInAs: string) =>
  `This is ${writer}'s conversation, and ${signedInAs} is signed in here by now: nothing was sent. The words are kept here for ${writer}.`;

/** Reads a page of messages; throws when the response is something else. */
export async function readMessagePage(response: Response): Promise<MessagePage> {
  const { messages, hasOlder } = await recordOf(response);
  if (!response.ok || !Array.isArray(messages) || !messages.every(isMessage) || typeof hasOlder !== "boolean")
    throw unexpectedResponse(response);
  return { messages, hasOlder };
}

/** Reads how much is unread now; throws when the response is something else. */
export async function readUnreadCounts(response: Response): Promise<UnreadCounts> {
  const { unread, unreadTotal } = await recordOf(response);
  if (!response.ok || !isNumber(unread) || !isNumber(unreadTotal)) throw unexpectedResponse(response);
  return { unread, unreadTotal };
}

async function recordOf(response: Response): Promise<Record<string, unknown>> {
  const value: unknown = await response.json().catch(() => null);
  return isRecord(value) ? value : {};
}
const unexpectedResponse = (response: Response) => new Error(`The conversation responded with ${response.status}.`);
const isNumber = (value: unknown): value is number => typeof value === "number";
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isMessage = (value: unknown): value is Message =>
  isRecord(value) &&
  ["seq", "createdAt"].every((name) => isNumber(value[name])) &&
  ["id", "senderId", "recipientId", "content"].every((name) => typeof value[name] === "string");
