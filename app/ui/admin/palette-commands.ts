import { SHORTCUTS } from "./shortcuts";

export interface Command {
  id: string;
  label: string;
  group: string;
  detail?: string;
  words?: string;
  keys?: string;
  to?: string;
  run?: () => void;
}

const more = (label: string, path: string, words?: string): Command => ({
  id: path,
  label,
  group: "Pages",
  words,
  to: `/admin-dashboard${path}`,
});

const WORDS: Record<string, string> = {
  Dispatch: "remind assign reassign unanswered",
  Bookings: "export csv cancel",
  People: "suspend restore admin export csv merge",
  Papers: "approve plumbers vetting",
  Settings: "commission fee budgets quiet hours emails",
  Log: "audit history",
};

export const COMMANDS: readonly Command[] = [
  ...SHORTCUTS.flatMap(({ keys, label, to }) =>
    to === undefined
      ? []
      : [{ id: to, label, keys, to, words: WORDS[label], group: keys.includes(" ") ? "Pages" : "Actions" }],
  ),
  more("Online payments", "/payments/online", "paynow ecocash card"),
  more("Payouts", "/payouts", "pay plumbers"),
  more("Refunds", "/refunds", "pay back"),
  more("Books", "/books", "ledger bank statement"),
  more("Stop payouts", "/payouts/stop"),
  more("Waiting for verification", "/registrations", "sign-ups registrations"),
  more("Your notifications", "/settings/notifications", "email push"),
];

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}+@.]+/u)
    .filter(Boolean);

/** Finds the commands with a word for every typed one; those whose label begins with the text come first. */
export function matchCommands<One extends Command>(commands: readonly One[], typed: string): One[] {
  const asked = wordsOf(typed);
  if (asked.length === 0) return [...commands];
  const found = commands.filter(({ label, words = "", detail = "" }) => {
    const own = wordsOf(`${label} ${words} ${detail}`);
    return asked.every((word) => own.some((one) => one.startsWith(word)));
  });
  const begins = ({ label }: Command) => label.toLowerCase().startsWith(typed.trim().toLowerCase());
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
