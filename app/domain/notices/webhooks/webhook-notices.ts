import { brand } from "~/brand";
import { dashboardOf, type Role } from "../../values/user";
import { defineNotices } from "../notice";

/** What the owner of webhooks and personal tokens is told about them (X11, X12). */
export const webhookNotices = defineNotices<{
  programAdded: { name: string; role: Role; what: "A webhook" | "A personal token"; label: string };
  webhookEnded: { name: string; role: Role; url: string; isGone: boolean };
}>({
  programAdded: {
    topic: "account",
    email: ({ name, role, what, label }, origin) => ({
      subject: `${what} was added to your ${brand.name} account`,
      to: name,
      paragraphs: [`${what} was just added to your account: ${label}.`],
      action: { label: "See tokens and webhooks", url: `${origin}${dashboardOf(role)}/settings/programs` },
      closing: "If it wasn't you, choose a new password: that ends it. Then call our office.",
    }),
  },

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
