import { defineNotices } from "../notices/notice";
import { dashboardOf, fullName, type Named, type Role } from "../values/user";
import { previewOf } from "./message";
import { OFFICE_READS_WHEN, OPENING_KIND_WORDS, type OpeningKind } from "./opened-conversation";

/** Who wrote, and to whom. */
interface Correspondence {
  reader: Named & { role: Role };
  sender: Named & { id: string };
}

/**
 * What people are told about messages (N9): at once on channels that ring in a pocket, else what they have not read.
 */
export const messageNotices = defineNotices<{
  newMessage: { sender: Correspondence["sender"]; content: string };
  unreadMessages: Correspondence & { unread: number };
  /** To each side: the office can read their conversation (O16). */
  conversationOpened: { reader: Named; other: Named & { id: string }; kind: OpeningKind };
}>({
  newMessage: {
    topic: "messages",
    shortOn: ["push", "webhook"],
    short: ({ sender, content }) => ({
      title: fullName(sender),
      body: previewOf(content),
      // Leads to the dashboard of the user who opens it.
      path: `/chats/${sender.id}`,
      tag: sender.id,
    }),
  },

  unreadMessages: {
    topic: "messages",
    shortOn: ["whatsapp", "sms"],
    short: ({ reader, sender, unread }) => ({
      title: `${fullName(sender)} sent you ${unread === 1 ? "a message" : `${unread} messages`}`,
      body: "Read and answer",
      path: pageOf(reader.role, sender.id),
      tag: sender.id,
    }),
    email: ({ reader, sender, unread }, origin) => {
      const from = fullName(sender);
      return {
        subject: `${from} sent you ${unread === 1 ? "a message" : `${unread} messages`}`,
        to: fullName(reader),
        paragraphs: [
          unread === 1
            ? `You have an unread message from ${from}.`
            : `You have ${unread} unread messages from ${from}.`,
        ],
        action: { label: "Read and answer", url: origin + pageOf(reader.role, sender.id) },
      };
    },
  },

  conversationOpened: {
    topic: "account",
    shortOn: ["push"],
    short: ({ other }) => ({
      title: "Our office has opened a conversation",
      body: `Yours with ${fullName(other)}`,
      path: `/chats/${other.id}`,
      tag: other.id,
    }),
    email: ({ reader, other, kind }, origin) => ({
      subject: `Our office has opened your conversation with ${fullName(other)}`,
      to: fullName(reader),
      paragraphs: [
        `Our office has opened your conversation with ${fullName(other)} because of ${OPENING_KIND_WORDS[kind]}.`,
        OFFICE_READS_WHEN,
      ],
      action: { label: "What our office may see", url: `${origin}/privacy` },
    }),
  },
});

const pageOf = (role: Role, otherId: string) => `${dashboardOf(role)}/messages/${otherId}`;

/** The cause of what someone is told about unread messages of another, up to the message `seq`. */
export const causeOfUnread = (userId: string, otherId: string, seq: number): string => `${userId}.${otherId}.${seq}`;

/** Between which texts these causes lie: "/" comes after ".". */
export const causesOfUnread = (userId: string, otherId: string) => ({
  from: `${userId}.${otherId}.`,
  before: `${userId}.${otherId}/`,
});
