import type { Role } from "~/domain/values/user";
import { isQuote } from "./amounts";
import { spoken } from "./heard";
import type { Possible } from "./possible";

/** What people write about a job that names a step of it, as `spoken` gives it. */
const STEPS: Record<Exclude<Role, "admin">, [RegExp, Possible][]> = {
  plumber: [
    [/^(?:ok |hi )?(?:(?:i am|im) )?(?:on (?:my|the) way|omw|coming)(?: now)?$/, "on-the-way"],
    [
      /^(?:(?:i am|im) )?(?:here|outside|at the (?:gate|house|place))(?: now)?$|^(?:i have |ive )?arrived(?: now)?$/,
      "start",
    ],
    [/^(?:start|started|starting|begin)(?: (?:the )?(?:job|work))?(?: now)?$/, "start"],
    [/^(?:(?:the )?(?:job|work) )?(?:is )?(?:done|finished|completed?)\b.{0,20}$/, "complete"],
    [/^(?:finish|i (?:have )?finished|ive finished)(?: (?:the )?(?:job|work))?$/, "complete"],
  ],
  client: [
    [
      /\b(?:didnt|did not|hasnt|has not|havent|never) (?:come|came|show|showed|arrived?|pitch(?:ed)?)\b/,
      "plumber-did-not-come",
    ],
    [/\b(?:nobody|no one|noone) (?:came|showed|arrived)\b|\bno show\b/, "plumber-did-not-come"],
    [/(?<!\b(?:dont|not|never) )\bcan(?:cell?|sel)\b/, "cancel"],
    [
      /\b(?:dont|do not|no longer) (?:want|need)(?: (?:it|him|her|you|this|the (?:plumber|visit|job|booking)))?(?: any ?more| now)?$/,
      "cancel",
    ],
    [/^(?:ecocash|onemoney|innbucks)$/, "pay"],
    [/^.{0,24}\breceipts?(?: please| pls| plz)?$/, "receipts"],
    [/^i (?:have |just )*(?:paid|payed) (?:him|her|them|cash|in cash|by cash)\b.{0,20}$/, "record-payment"],
  ],
};

/** The action about a job that someone may mean; null: they only tell something. */
export function stepIn(text: string, role: Role): Possible | null {
  if (role === "admin") return null;
  const [, step] = STEPS[role].find(([pattern]) => pattern.test(spoken(text))) ?? [];
  return step ?? (role === "plumber" && isQuote(text) ? "quote" : null);
}
