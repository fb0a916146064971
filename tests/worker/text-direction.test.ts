import { parseHTML } from "linkedom/worker";
import { expect, test } from "vitest";
import { ROLES } from "~/domain/values/user";
import { buildDemoTown } from "../../scripts/demo-town/demo-town";
import { DEMO_USERS, subjectsOf } from "../support/demo-subjects";
import { env } from "../support/env";
import { everyPage } from "../support/every-page";
import { currentInstant } from "../support/now";
import { PAYNOW_SETTINGS } from "../support/paynow";
import { visit } from "../support/site";
import { contextAt, signedIn } from "../support/users";

const context = contextAt(currentInstant());
await buildDemoTown({ DB: env.DB, keepPhotos: null }, context.now);
const { admin, client, plumber } = DEMO_USERS;

/** Hebrew for "words": they run from right to left. */
const WORDS = "מילים";

/** Columns of what people write, but names and addresses, with the statements that fill those the demo town leaves empty. */
const WRITTEN: Record<string, string> = {
  "bookings.notes": "",
  "bookings.report": "",
  "bookings.title": "update bookings set title = 'Job'",
  "booking_events.reason": "",
  "messages.content": "",
  "enquiries.subject": "",
  "enquiries.message": "",
  "enquiries.answer": "update enquiries set answer = 'Yes', answered_at = 1",
  "quotes.note": "",
  "reviews.comment": "",
  "reviews.answer": "update reviews set answer = 'Thanks', answered_at = 1",
  "reviews.hidden_reason": `update reviews set hidden_reason = 'Why', hidden_at = 1
    where id = (select max(id) from reviews where client_id = '${client}')`,
  "review_reports.reason": "",
  "plumber_profiles.about": "",
  "plumber_profiles.office_words": "update plumber_profiles set office_words = 'Send it again'",
  "plumber_profiles.papers_note": `update plumber_profiles set papers_note = 'Here' where user_id = '${plumber}'`,
  "plumber_checks.note": "",
  "audit_log.reason": "update audit_log set reason = 'Why'",
  "office_notes.words": `insert into office_notes (id, user_id, author_id, words, at)
    values ('note', '${client}', '${admin}', 'Calls at night', ${context.now})`,
  "passkeys.name": `insert into passkeys (id, user_id, credential_id, public_key, algorithm, name, created_at)
    values ('passkey', '${client}', 'x', 'x', -7, 'Phone', 1)`,
  "personal_tokens.name": `insert into personal_tokens (id, user_id, token_hash, name, scopes, created_at)
    values ('token', '${client}', 'x', 'Program', '["read"]', 1)`,
};

for (const [name, fill] of Object.entries(WRITTEN)) {
  const [table, column] = name.split(".") as [string, string];
  if (fill) await env.DB.exec(fill.replace(/\s+/g, " "));
  await env.DB.exec(`update ${table} set ${column} = '${WORDS} ${name} ' || ${column} where ${column} is not null`);
}
await env.DB.exec(`update quotes set lines = replace(lines, '"what":"', '"what":"${WORDS} quotes.lines ')`);

const INLINE = new Set(["A", "B", "LABEL", "SPAN", "STRONG"]);
const UNSEEN = new Set(["SCRIPT", "STYLE", "TITLE", "OPTION"]);

function* textsOf(node: Node): Generator<Node> {
  if (node.nodeType === 3) yield node;
  if (!UNSEEN.has(node.nodeName)) for (const child of node.childNodes) yield* textsOf(child);
}

/** True if an element that takes the direction of its words is around a text, within its block, and begins with it. */
function hasOwnDirection(text: Node): boolean {
  for (let element = text.parentElement; element; element = element.parentElement) {
    if (element.nodeName === "BDI" || element.getAttribute("dir") === "auto") {
      const [first = ""] = /\p{L}/u.exec(element.textContent ?? "") ?? [];
      return WORDS.startsWith(first);
    }
    if (!INLINE.has(element.nodeName)) return false;
  }
  return false;
}

test("what someone wrote from right to left takes its own direction on every page", async () => {
  const seen = new Set<string>();
  const turned: string[] = [];
  for (const role of ROLES) {
    const cookie = await signedIn(context, { id: DEMO_USERS[role], role });
    const pages = everyPage(await subjectsOf(role), context.now);
    const paths = [...pages[role], ...(role === "client" ? pages.visitor : [])].map((path) => path.split("?")[0]!);
    const read = paths.filter((path) => !/none|^\/api|\.data$/.test(path));
    for (const path of new Set(read)) {
      const answer = await visit(path, { cookie, settings: PAYNOW_SETTINGS });
      if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
      for (const text of textsOf(parseHTML(await answer.text()).document.documentElement)) {
        const words = text.textContent ?? "";
        if (!words.includes(WORDS)) continue;
        for (const [name] of words.matchAll(/\b[a-z_]+\.[a-z_]+/g)) seen.add(name);
        const { nodeName, className } = text.parentElement!;
        if (!hasOwnDirection(text)) turned.push(`${path}: <${nodeName} class="${className}"> ${words.slice(0, 60)}`);
      }
    }
  }
  expect(turned).toEqual([]);
  expect([...Object.keys(WRITTEN), "quotes.lines"].filter((name) => !seen.has(name))).toEqual([]);
});
