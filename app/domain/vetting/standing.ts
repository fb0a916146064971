import type { Approval } from "./approval";

/**
 * Describes where a plumber stands with our office (O9, D21): what it has said, what follows from that, and the words of the
 * link to the page of papers; null where nothing is to be said.
 */
export function describeStanding({ approval, officeWords }: { approval: Approval; officeWords: string | null }) {
  if (approval === "approved" && !officeWords) return null;
  const link = approval === "waiting" ? "Send your papers" : "Open your papers";
  if (approval === "refused")
    return {
      isRefused: true,
      text: "We can't list you yet.",
      officeWords,
      next: "Once that has changed, send us your papers again and we'll take another look.",
      link,
    };
  if (officeWords) return { isRefused: false, text: "Our office asks:", officeWords, next: "", link };
  return {
    isRefused: false,
    text: "Our office looks at your profile before clients can find you. We'll email you when they can.",
    officeWords: null,
    next: "You don't need all your papers for that, but each one we've seen makes it easier to choose you.",
    link,
  };
}

export type Standing = NonNullable<ReturnType<typeof describeStanding>>;
