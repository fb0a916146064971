import { mergeMessages, type Message } from "~/domain/messages/message";

/**
 * What a page knows of a conversation. Pushes may get lost or overtake one another, so having a message doesn't mean
 * having those before it: nothing is missing up to `completeTo` (a `seq`), and only that far may be marked as read.
 */
export interface MessageLog {
  messages: Message[];
  completeTo: number;
}

/** Consecutive messages of a conversation; `hasOlder` when there are others before them. */
export interface MessagePage {
  messages: Message[];
  hasOlder: boolean;
}

const lastSeqOf = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0;

export const openLog = ({ messages }: MessagePage): MessageLog => ({ messages, completeTo: lastSeqOf(messages) });

/** Adds a message that was pushed or sent; `previousSeq` is that of the previous one in the conversation. */
export function addMessage(log: MessageLog, message: Message, previousSeq: number): MessageLog {
  return added(log, [message], previousSeq <= log.completeTo);
}

/** Adds the messages that were fetched as following `seq`. */
export function addMessagesAfter(log: MessageLog, seq: number, messages: Message[]): MessageLog {
  return added(log, messages, seq <= log.completeTo);
}

/** Adds the newest messages of the conversation. There may be a gap between them and what the page has. */
export function addNewest(log: MessageLog, { messages, hasOlder }: MessagePage): MessageLog {
  return added(log, messages, !hasOlder || (messages[0]?.seq ?? 0) <= log.completeTo);
}

export const addOlder = (log: MessageLog, messages: Message[]): MessageLog => added(log, messages, false);

export const hasGap = ({ messages, completeTo }: MessageLog): boolean => lastSeqOf(messages) > completeTo;

/** The `seq` of a sender's last message up to which nothing is missing; 0 when there is none. */
export function readableSeq({ messages, completeTo }: MessageLog, senderId: string): number {
  return messages.findLast((message) => message.senderId === senderId && message.seq <= completeTo)?.seq ?? 0;
}

function added(log: MessageLog, incoming: Message[], follows: boolean): MessageLog {
  return {
    messages: mergeMessages(log.messages, incoming),
    completeTo: follows ? Math.max(log.completeTo, lastSeqOf(incoming)) : log.completeTo,
  };
}
