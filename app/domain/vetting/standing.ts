import type { Approval } from "./approval";

/** Where a plumber stands with our office, as their dashboard says it. */
export interface Standing {
  isRefused: boolean;
  text: string;
  /** What our office asks for, or why it refused. */
  officeWords: string | null;
  /** What follows from it. */
  next: string;
  /** What the link to the page of papers says. */
  link: string;
}

/** Says where a plumber stands with our office, and what it has said (O9, D21); null where there is nothing to say. */
export function describeStanding({
  approval,
  officeWords,
}: {
  approval: Approval;
  officeWords: string | null;
}): Standing | null {
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
