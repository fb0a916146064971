import { brand } from "~/brand";
import { defineNotices } from "../notices/notice";
import type { LocalDate } from "../time/harare";
import { CHECKS, formatCheckDay, type CheckKind } from "./vetting";

/** `name`: the plumber's first name. `hadPhotos`: the decision has deleted photos of papers. */
interface Decided {
  words: string;
  name?: string;
  hadPhotos: boolean;
}

/** A check whose last day is near or over. `name`: the plumber's first name; what was queued before has none. */
interface Ending {
  kind: CheckKind;
  lastDay: LocalDate;
  name?: string;
}

const DELETED = "We've deleted the photos you sent.";

const PAPERS = "/plumber-dashboard/papers";

export const vettingNotices = defineNotices<{
  plumberApproved: Decided;
  papersAsked: Decided;
  plumberRefused: Decided;
  checkExpiring: Ending & { days: number };
  checkExpired: Ending;
}>("account", {
  plumberApproved: {
    isOver: "decidedAgain",
    short: () => ({
      title: `You're now listed at ${brand.name}`,
      body: "Clients can find you in the directory.",
      path: "/plumber-dashboard",
      tag: "approved",
    }),
    email: ({ name }, origin) => ({
      subject: `You're now listed at ${brand.name}`,
      to: name,
      paragraphs: ["Our office has approved your profile. Clients can now find you in the directory."],
      action: { label: "Open my dashboard", url: `${origin}/plumber-dashboard` },
    }),
  },

  papersAsked: {
    isOver: "decidedAgain",
    short: () => ({
      title: "Our office has asked for more",
      body: "Your Papers page says what we need.",
      path: PAPERS,
      tag: "papers",
    }),
    email: ({ words, name, hadPhotos }, origin) => ({
      subject: `${brand.name}'s office has asked for more`,
      to: name,
      paragraphs: ["Our office has looked at your profile and papers and asks for this:", words],
      action: { label: "Open my papers", url: `${origin}${PAPERS}` },
      closing: `${hadPhotos ? `${DELETED} ` : ""}Send us what we've asked for.`,
    }),
  },

  plumberRefused: {
    isOver: "decidedAgain",
    short: () => ({
      title: `We can't list you at ${brand.name} yet`,
      body: "Your papers page says why.",
      path: PAPERS,
      tag: "papers",
    }),
    email: ({ words, name, hadPhotos }, origin) => ({
      subject: `We can't list you at ${brand.name} yet`,
      to: name,
      paragraphs: ["Our office has looked at your profile and can't list you for now. The reason:", words],
      action: { label: "Open my papers", url: `${origin}${PAPERS}` },
      closing: `Once that has changed, send us your papers and we'll take another look.${hadPhotos ? ` ${DELETED}` : ""}`,
    }),
  },

  checkExpiring: {
    isOver: "checkRenewed",
    short: ({ kind, lastDay, days }) => ({
      title: `${CHECKS[kind].name}: ${days} days left`,
      body: `It's valid until ${formatCheckDay(lastDay)}.`,
      path: PAPERS,
      tag: `check ${kind}`,
    }),
    email: ({ kind, lastDay, name }, origin) => ({
      subject: `${CHECKS[kind].name}: valid until ${formatCheckDay(lastDay)}`,
      to: name,
      paragraphs: [
        `Clients see on your page that we've checked this: ${CHECKS[kind].name.toLowerCase()}. The paper is valid until ${formatCheckDay(lastDay)}; after that we'll no longer show it.`,
        "If you have a new one, send us a photo of it.",
      ],
      action: { label: "Open my papers", url: `${origin}${PAPERS}` },
    }),
  },

  checkExpired: {
    isOver: "checkRenewed",
    short: ({ kind, lastDay }) => ({
      title: `${CHECKS[kind].name} has run out`,
      body: `It was valid until ${formatCheckDay(lastDay)}.`,
      path: PAPERS,
      tag: `check ${kind}`,
    }),
    email: ({ kind, lastDay, name }, origin) => ({
      subject: `${CHECKS[kind].name}: no longer valid`,
      to: name,
      paragraphs: [
        `Your paper was valid until ${formatCheckDay(lastDay)}. Clients no longer see that we've checked this: ${CHECKS[kind].name.toLowerCase()}.`,
        "If you have a new one, send us a photo of it, and we'll show it again.",
      ],
      action: { label: "Open my papers", url: `${origin}${PAPERS}` },
    }),
  },
});
