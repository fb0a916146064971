import { brand } from "~/brand";
import { dashboardOf, type Role } from "../../values/user";
import { defineNotices } from "../notice";

/** What the owner of a webhook is told about it (X11). */
export const webhookNotices = defineNotices<{
  webhookEnded: { name: string; role: Role; url: string; isGone: boolean };
}>({
  webhookEnded: {
    topic: "account",
    email: ({ name, role, url, isGone }, origin) => ({
      subject: `We've stopped posting to your webhook at ${new URL(url).hostname}`,
      to: name,
      paragraphs: [
        isGone
          ? "It answered 410: that there is nothing there any more."
          : "For three days, nothing that we posted there was taken.",
        `${brand.name} posts nothing to it now. You can see its last answers in your settings, and add it again once it works.`,
      ],
      action: { label: "See what it answered", url: `${origin}${dashboardOf(role)}/settings/programs` },
    }),
  },
});
