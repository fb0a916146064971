import { defineNotices } from "../notices/notice";
import { dashboardOf, type Role } from "../values/user";
import { OFFICE_READS_WHEN, OPENING_KIND_WORDS, type OpeningKind } from "./message";

export interface UnreadFacts {
  reader: string;
  role: Role;
  senderId: string;
  sender: string;
  unread: number;
}

/** Notices of messages (N9): at once on channels that ring in a pocket, else of what is unread. */
export const messageNotices = defineNotices<{
  /** `preview`: null once the message is gone. */
  newMessage: { senderId: string; sender: string; preview: string | null };
  /** The words themselves, to someone who reads them by WhatsApp. */
  messageOnPhone: { senderId: string; sender: string; preview: string | null };
  unreadMessages: UnreadFacts;
  /** To each side: the office can read their conversation (O16). `other`: the other side, by name. */
  conversationOpened: { reader: string; otherId: string; other: string; kind: OpeningKind };
}>("messages", {
  newMessage: {
    shortOn: ["push", "webhook"],
    isOver: ({ preview }) => preview === null,
    short: ({ senderId, sender, preview }) => ({
      title: sender,
      body: preview ?? "",
      // Leads to the dashboard of the user who opens it.
      path: `/chats/${senderId}`,
      tag: senderId,
    }),
  },

  messageOnPhone: {
    // Beside what they write there themselves, whatever they chose for the news of pages.
    isUrgent: true,
    shortOn: ["whatsapp"],
    isOver: ({ preview }) => preview === null,
    short: ({ senderId, sender, preview }) => ({
      title: sender,
      body: preview ?? "",
      path: "",
      tag: senderId,
    }),
  },

  unreadMessages: {
    isOver: "read",
    shortOn: ["whatsapp", "sms"],
    short: ({ role, senderId, sender, unread }) => ({
      title: sentYou(sender, unread),
      body: "Read and answer",
      path: pageOf(role, senderId),
      tag: senderId,
    }),
    email: ({ reader, role, senderId, sender, unread }, origin) => ({
      subject: sentYou(sender, unread),
      to: reader,
      paragraphs: [
        unread === 1
          ? `You have an unread message from ${sender}.`
          : `You have ${unread} unread messages from ${sender}.`,
      ],
      action: { label: "Read and answer", url: origin + pageOf(role, senderId) },
    }),
  },

  conversationOpened: {
    isOver: "never: access",
    topic: "account",
    shortOn: ["push"],
    short: ({ otherId, other }) => ({
      title: "Our office has opened a conversation",
      body: `Yours with ${other}`,
      path: `/chats/${otherId}`,
      tag: otherId,
    }),
    email: ({ reader, other, kind }, origin) => ({
      subject: `Our office has opened your conversation with ${other}`,
      to: reader,
      paragraphs: [
        `Our office has opened your conversation with ${other} because of ${OPENING_KIND_WORDS[kind]}.`,
        OFFICE_READS_WHEN,
      ],
      action: { label: "What our office may see", url: `${origin}/privacy` },
    }),
  },
});

const sentYou = (sender: string, unread: number) =>
  `${sender} sent you ${unread === 1 ? "a message" : `${unread} messages`}`;
const pageOf = (role: Role, otherId: string) => `${dashboardOf(role)}/messages/${otherId}`;

/** The cause of what someone is told about unread messages of another, up to the message `seq`. */
export const causeOfUnread = (userId: string, otherId: string, seq: number): string => `${userId}.${otherId}.${seq}`;

/** Between which texts these causes lie: "/" comes after ".". */
export const causesOfUnread = (userId: string, otherId: string) => ({
  from: `${userId}.${otherId}.`,
  before: `${userId}.${otherId}/`,
});
