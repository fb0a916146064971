import { mergeMessages, type Message } from "~/domain/messages/message";

/**
 * What a page knows of a conversation. Pushes may get lost or overtake one another, so knowing a message does not mean
 * knowing those before it: up to `completeTo` (a `seq`) nothing is missing, and only so far has anything been read.
 */
export interface MessageLog {
  messages: Message[];
  completeTo: number;
}

/** Some messages of a conversation without a gap between them; `hasOlder`: others came before them. */
export interface MessagePage {
  messages: Message[];
  hasOlder: boolean;
}

const lastSeqOf = (messages: readonly Message[]) => messages.at(-1)?.seq ?? 0;

export const openLog = ({ messages }: MessagePage): MessageLog => ({ messages, completeTo: lastSeqOf(messages) });

/** Adds one that was pushed or sent; `previousSeq`: the one before it in the conversation. */
export function addMessage(log: MessageLog, message: Message, previousSeq: number): MessageLog {
  return added(log, [message], previousSeq <= log.completeTo);
}

/** Adds what followed one, as it was asked for. */
export function addMessagesAfter(log: MessageLog, seq: number, messages: Message[]): MessageLog {
  return added(log, messages, seq <= log.completeTo);
}

/** Adds the newest messages of the conversation: they may begin beyond what the page knows. */
export function addNewest(log: MessageLog, { messages, hasOlder }: MessagePage): MessageLog {
  return added(log, messages, !hasOlder || (messages[0]?.seq ?? 0) <= log.completeTo);
}

/** Adds what came before the first. */
export const addOlder = (log: MessageLog, messages: Message[]): MessageLog => added(log, messages, false);

/** Whether there are messages that the page has not been told of. */
export const hasGap = ({ messages, completeTo }: MessageLog): boolean => lastSeqOf(messages) > completeTo;

/** The last message of somebody up to which nothing is missing, 0 for none: so far it has been read. */
export function readableSeq({ messages, completeTo }: MessageLog, senderId: string): number {
  return messages.findLast((message) => message.senderId === senderId && message.seq <= completeTo)?.seq ?? 0;
}

function added(log: MessageLog, incoming: Message[], follows: boolean): MessageLog {
  return {
    messages: mergeMessages(log.messages, incoming),
    completeTo: follows ? Math.max(log.completeTo, lastSeqOf(incoming)) : log.completeTo,
  };
}
