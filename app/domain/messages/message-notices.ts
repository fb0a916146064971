import { defineNotices } from "../notices/notice";
import { dashboardOf, fullName, type Named, type Role } from "../values/user";

/** What people are told about messages they have not read (N9). */
export const messageNotices = defineNotices<{
  unreadMessages: { reader: Named & { role: Role }; sender: Named & { id: string }; unread: number };
}>({
  unreadMessages: {
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
        action: { label: "Read and answer", url: `${origin}${dashboardOf(reader.role)}/messages/${sender.id}` },
      };
    },
  },
});
