import { onSite, pause, type Site } from "./site";
import { median, printTable, type Row } from "./table";

// npm run bench: the time of a response must not tell whether an email has an account (A7). Known and unknown emails
// take turns, one request at a time, and each waits until the emails of the one before are on their way.
const AT_MOST_MS = 3;
/** Requests of each kind, in rounds: a machine with other work adds noise, but no lasting difference. */
const ROUNDS = [30, 60, 60, 60];
const PAUSE_MS = 25;

type Form = (turn: number) => Record<string, string>;

/** The medians of both kinds, each of so many requests, which all have to have the same status. */
async function measure(site: Site, turns: number, path: string, known: Form, unknown: Form) {
  for (const form of [known(0), unknown(0)]) await site.send(path, { form });
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
  const statuses = new Set<number>();
  for (let turn = 0; turn < turns; turn++) {
    // First one, then the other in front: neither is always the one that follows.
    for (const kind of turn % 2 ? (["known", "unknown"] as const) : (["unknown", "known"] as const)) {
      await pause(PAUSE_MS);
      const { ms, status } = await site.send(path, { form: (kind === "known" ? known : unknown)(turn) });
      times[kind].push(ms);
      statuses.add(status);
    }
  }
  if (statuses.size !== 1) throw new Error(`${path} tells by its status: ${[...statuses].join(", ")}.`);
  return { known: median(times.known), unknown: median(times.unknown) };
}

const run = crypto.randomUUID();
const account = (turn: number) => `client${(turn % 4) + 2}@pombi.test`;
const nobody = (turn: number) => `nobody${turn}-${run}@pombi.test`;
/** Emails without an account that someone has signed up with: as many times as with those that have one. */
const waiting = (turn: number) => `waiting${turn % 4}-${run}@pombi.test`;

/** A form with an email, and these fields beside it. */
const form =
  (from: (turn: number) => string, fields: Record<string, string> = {}): Form =>
  (turn) => ({ email: from(turn), ...fields });
const WRONG = { password: "wrong" };
const RIGHT = { password: "a fine password" };
const NEW = { role: "client", name: "Rudo", username: "Moyo", terms: "on", ...RIGHT };

const PAIRS: { what: string; path: string; known: Form; unknown: Form }[] = [
  { what: "forgotten password", path: "/forgot-password", known: form(account), unknown: form(nobody) },
  { what: "resend", path: "/resend-verification", known: form(account), unknown: form(nobody) },
  { what: "sign-in", path: "/signin", known: form(account, WRONG), unknown: form(nobody, WRONG) },
  { what: "sign-up", path: "/signup", known: form(account, NEW), unknown: form(waiting, NEW) },
  { what: "sign-in of who has signed up", path: "/signin", known: form(account, RIGHT), unknown: form(waiting, RIGHT) },
  { what: "resend of who has signed up", path: "/resend-verification", known: form(account), unknown: form(waiting) },
];

const rows: Row[] = [];
await onSite({ LIMIT_FACTOR: "100000" }, async (site) => {
  for (const { what, path, known, unknown } of PAIRS) {
    let row: Row | undefined;
    for (const turns of ROUNDS) {
      const medians = await measure(site, turns, path, known, unknown);
      row = {
        what,
        measured: `known ${medians.known.toFixed(1)} ms, unknown ${medians.unknown.toFixed(1)} ms`,
        bound: `less than ${AT_MOST_MS} ms apart`,
        isKept: Math.abs(medians.known - medians.unknown) < AT_MOST_MS,
      };
      if (row.isKept) break;
    }
    rows.push(row!);
  }
});
printTable("Responses about emails that have an account, and that have none (medians)", rows);
process.exit();
