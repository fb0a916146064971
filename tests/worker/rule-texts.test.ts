import { sql } from "drizzle-orm";
import { parseHTML } from "linkedom/worker";
import { expect, test } from "vitest";
import { users } from "~/db/schema";
import { leaveReview } from "~/domain/reviews/reviews.server";
import { HOUR } from "~/domain/time/harare";
import { insertBooking } from "../support/money-rows";
import { wordsOf } from "../support/pages";
import { newEmail } from "../support/sign-up";
import { SIGN_UP, ruleAnswers, ruleTexts, type TextRow } from "../support/rule-texts";
import { call, cookieOf, tokenOf, visit } from "../support/site";
import { book, completedJob, makeTransition, seedTown, startFields } from "../support/town";
import { createUsers, signedIn } from "../support/users";

// Every text that the rules give, read where its reader sees it.

const town = await seedTown();
const { context, client, plumber, starts } = town;
const [nobody, newcomer, gone] = await createUsers(context, "client", "plumber", "client");
await context.db
  .update(users)
  .set({ firstName: "Newest", lastName: "Person" })
  .where(sql`id in (${nobody.id}, ${newcomer.id})`);
const reviewed = await completedJob(context, client, plumber);
await leaveReview(context, client, { bookingId: reviewed, rating: 4, comment: null });
const ofGone = await completedJob(context, gone, plumber, 3);
await leaveReview(context, gone, { bookingId: ofGone, rating: 5, comment: "Good work" });
await context.db
  .update(users)
  .set({ firstName: "", lastName: "" })
  .where(sql`id = ${gone.id}`);
const reviewable = await completedJob(context, client, plumber, 4);
const off = await book(context, client, plumber, starts.at(-4)!);
await makeTransition(context, client, off, "cancel");
const refused = await book(context, client, plumber, starts.at(-6)!);
await makeTransition(context, plumber, refused, "refuse");
const sides = { clientId: client.id, plumberId: plumber.id };
const running = await insertBooking(context, { ...sides, status: "in-progress", startsAt: context.now - 2 * HOUR - 1 });

const cookies = {
  ...town.cookies,
  nobody: await signedIn(context, nobody),
  newcomer: await signedIn(context, newcomer),
};

const stage = { ...town, nobody, newcomer, reviewed, reviewable, running };
const ROWS = [...ruleTexts(stage), ...ruleAnswers(stage)];

/** Between two pieces of text: what React draws in pieces is read as one, and no word runs into the next piece. */
const SEAM = "¦";
const textOf = (node: Node): string =>
  node.nodeType === 3 ? (node.textContent ?? "") : [...node.childNodes].map(textOf).join(SEAM);

/** Whole words, wherever they are drawn in pieces. */
const wholeWords = (words: string) => {
  const letters = [...words].map((one) => (one === " " ? `[\\s${SEAM}]+` : one.replace(/[$()*+./?[\]^{|}]/, "\\$&")));
  return new RegExp(`(?<![\\p{L}\\p{N}])${letters.join(`${SEAM}*`)}(?![\\p{L}\\p{N}])`, "u");
};

/** Cuts a page down to its visible part: no scripts, no styles, nothing hidden. */
function lookAt(html: string) {
  const { document } = parseHTML(html);
  for (const unseen of document.querySelectorAll("script, style, template, [hidden], option[disabled]"))
    unseen.remove();
  const all = (selector: string) => [...document.querySelectorAll(selector)];
  const words = (selector: string) => all(selector).map((one) => wordsOf(one));
  const attributes = (selector: string, name: string) => all(selector).map((one) => one.getAttribute(name) ?? "");
  const seen: Record<string, string[]> = {
    h: words("h1, h2, h3, legend"),
    b: [...words("button"), ...attributes("button > [aria-label]", "aria-label")],
    busy: attributes("[data-busy]", "data-busy"),
    l: [...words("a"), ...attributes("a[aria-label]", "aria-label")],
    f: [...words("label, legend"), ...attributes("[aria-label]", "aria-label")],
    placeholder: attributes("[placeholder]", "placeholder"),
    title: [document.title],
  };
  return { text: textOf(document.body), seen };
}

/** The page that someone sees: after a form the one that it leads to, with what is said once. */
async function open({ who, path, form }: TextRow): Promise<string> {
  const cookie = who === "visitor" ? undefined : cookies[who];
  let response = await visit(path, { cookie, form });
  const kept = [cookie, ...["flash", "draft"].map((name) => cookieOf(response, name))].filter(Boolean).join("; ");
  for (let turns = 0; turns < 3 && response.status === 303; turns++)
    response = await visit(response.headers.get("Location")!, { cookie: kept });
  return response.text();
}

/** True for the words alone, and with others after them that say of what. */
const begins = (words: string, text: string) =>
  words === text || words.startsWith(`${text} `) || words.startsWith(`${text}:`) || words.startsWith(`${text},`);

test.each(ROWS)("$line: $path of $who says what the rules write: $sees", async (row) => {
  const { text, seen } = lookAt(await open(row));
  for (const wanted of row.sees) {
    const [, kind, words] = /^(h|b|busy|l|f|placeholder|title): (.*)$/.exec(wanted) ?? [];
    const shown = seen[kind ?? ""]?.filter((one) => (kind === "h" ? one === words : begins(one, words!))) ?? [];
    if (kind) expect(shown, `${wanted}, of ${seen[kind]!.join(" | ")}`).not.toEqual([]);
    else expect(text).toMatch(wholeWords(wanted));
  }
});

const tokens = { ...town.tokens, nobody: await tokenOf(context, nobody) };
const when = startFields(starts.at(-11)!);
test.each([
  {
    line: "7",
    who: null,
    method: "POST",
    path: "/auth/register",
    asked: { form: { ...SIGN_UP, email: newEmail() } },
    message: "Registration successful! Please check your email to verify your account.",
  },
  {
    line: "7",
    who: null,
    method: "POST",
    path: "/auth/login",
    asked: { json: { email: newEmail(), password: "not it" } },
    message: "Invalid email or password.",
  },
  { line: "7", who: null, method: "GET", path: "/api/auth/verify-email", asked: {}, message: "No token provided." },
  { line: "7", who: null, method: "GET", path: "/api/auth/profile", asked: {}, message: "You must be logged in." },
  {
    line: "7",
    who: "nobody",
    method: "POST",
    path: "/api/bookings",
    asked: { json: { plumber: "" } },
    message: "Please fill all required fields.",
  },
  {
    line: "B3",
    who: "plumber",
    method: "POST",
    path: "/api/bookings",
    asked: { json: { ...when, plumber: plumber.id } },
    message: "Only clients can book appointments.",
  },
  {
    line: "B4",
    who: "client",
    method: "POST",
    path: "/api/bookings",
    asked: { json: { ...when, plumber: "nobody" } },
    message: "Plumber not found.",
  },
  {
    line: "R1",
    who: "client",
    method: "POST",
    path: `/api/bookings/${reviewed}/review`,
    asked: { json: { rating: 5 } },
    message: "You have already reviewed this plumber for this job.",
  },
  {
    line: "W4",
    who: null,
    method: "POST",
    path: "/api/contact",
    asked: { json: { name: "", email: "", message: "" } },
    message: "Name is required",
  },
] as const)(
  "$line: the API answers $who at $method $path with the words of the rules",
  async ({ who, method, path, asked, message }) => {
    const { body } = await call(method, path, { ...asked, token: who ? tokens[who] : undefined });
    expect(JSON.stringify(body)).toContain(`"${message}"`);
  },
);
