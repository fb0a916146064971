import type { Instant } from "../time/harare";
import type { Named, Role } from "../values/user";
import { cutText } from "../values/text";

export const MESSAGE_LENGTH = 2000;
export const QUESTION_LENGTH = 500;
export const MESSAGES_PAGE_SIZE = 50;
export const CATCH_UP_PAGE = 200;
/** An email tells of a message that was not read for this many minutes (N9). */
export const UNREAD_MINUTES = 10;

/** The words for a photo sent alone: emails and API clients show no photos. */
export const PHOTO_ALONE = "Photo";

export interface Message {
  /** Its place in the order of acceptance (C2). */
  seq: number;
  /** Made by the sender's page (C3). */
  id: string;
  senderId: string;
  recipientId: string;
  content: string;
  /** The id of its photo; null or left out where it has none, or the office has hidden it (P5). */
  photoId?: string | null;
  createdAt: Instant;
}

export interface ReachableUser extends Named {
  id: string;
  photoKey: string | null;
  role: Role;
}

export interface Contact extends ReachableUser {
  unread: number;
  /** The last message of the conversation; null without any, left out where a list does not show it. */
  last?: LastMessage | null;
  /** The words in the place of a last message, where there is none; left out where a list has none. */
  about?: string;
  /** The last of the viewer's messages that they have read; left out in lists. */
  readSeq?: number;
  /** When a question opened the conversation, and when the plumber closed it (C16); left out in lists. */
  askedAt?: Instant | null;
  closedAt?: Instant | null;
}

export interface LastMessage {
  words: string;
  isOwn: boolean;
  at: Instant;
}

export const PREVIEW_LENGTH = 80;

export const previewOf = (content: string): string => cutText(content, PREVIEW_LENGTH).replace(/\s+/g, " ");

/** Merges messages into a list in order of `seq`, each once: pages, catching up and pushes overlap. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): Message[] {
  if (incoming.length === 0) return [...known];
  const bySeq = new Map([...known, ...incoming].map((message) => [message.seq, message]));
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq);
}

export interface MessageDraft {
  recipientId: string;
  /** Made by the sender's page (C3). */
  id: string;
  content: string;
}

export const OPENING_KINDS = ["report", "dispute", "safety"] as const;
export type OpeningKind = (typeof OPENING_KINDS)[number];

export const OPENING_KIND_WORDS: Record<OpeningKind, string> = {
  report: "a report",
  dispute: "a dispute",
  safety: "someone's safety",
};

/** For the privacy page, the notice to both, and the office's own page. */
export const OFFICE_READS_WHEN =
  "Our office can open your conversation because of a report, a dispute or someone's safety, and for nothing else. Whoever opens it can read it for 24 hours and not write in it, it is logged with the reason, and both of you are told.";

/** The sides of a conversation by its id, or null for an invalid id. */
export function sidesOf(conversationId: string): [string, string] | null {
  const [one, other, ...rest] = conversationId.split(".");
  return one && other && rest.length === 0 && one < other ? [one, other] : null;
}
