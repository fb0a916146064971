import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, reviews } from "~/db/schema";
import { addDevice } from "../../../tests/support/notices";
import { admin, client, plumber, seedPayers } from "../../../tests/support/payers";
import { completedJob, makeTransition, rowOf } from "../../../tests/support/town";
import { context, contextAt, db, inSession, now } from "../../../tests/support/users";
import { listUndelivered } from "../admin/desk/system-health.server";
import { saveNoticeChoices, switchEmailsOff } from "../notices/choices.server";
import { addWebhook } from "../notices/webhooks/webhook-endpoints.server";
import { DAY, MINUTE } from "../time/harare";
import type { SteppedUpUser } from "../values/user";
import { answerReview, hideReview } from "./moderation.server";
import { leaveReview } from "./reviews.server";
import { noticesInWords } from "../../../tests/support/notice-words";

const of = (kind: string, user: SteppedUpUser) =>
  noticesInWords(db, and(eq(notices.kind, kind), eq(notices.userId, user.id)));
const review = async (comment: string | null = "Quick and clean work.\nCame on time.") => {
  const left = await leaveReview(context, client, { bookingId: job, rating: 4, comment });
  if (!left.ok) throw new Error(left.reason);
  const [row] = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.bookingId, job));
  return row!.id;
};

async function addWays(user: SteppedUpUser) {
  await addDevice(context, user);
  const hook = { url: "https://hooks.example.com/", topics: ["reviews" as const] };
  await inSession(context, user, (one) => addWebhook(context, one, hook, false));
}

await seedPayers();
const job = await completedJob(context, client, plumber);

test("a plumber hears of a review by email, push and webhook, and the client is not asked for it again", async () => {
  await addWays(plumber);
  const path = `/plumber-dashboard/reviews#review-${await review()}`;
  const title = "Rudo Moyo gave you 4 stars";
  const body = "Quick and clean work. Came on time.";
  const told = await of("reviewLeft", plumber);
  expect(told).toMatchObject(["email", "push", "webhook"].map((channel) => ({ channel, topic: "reviews" })));
  expect(told[0]!.subject).toBe(title);
  for (const words of [`“${body}”`, path]) expect(told[0]!.text).toContain(words);
  expect(told[1]!.short).toMatchObject({ title, body, path });
  await leaveReview(context, client, { bookingId: job, rating: 1, comment: null });
  expect(await of("reviewLeft", plumber)).toHaveLength(3);
  expect(await asked()).toMatchObject([{ status: "dropped", lastError: "The review is there." }]);
});

test("a review that is long is cut at a word; one without a comment says so", async () => {
  await review("word ".repeat(200).trim());
  expect((await of("reviewLeft", plumber))[0]!.text).toMatch(/“(?:word ){20,30}word…”/);
  await db.delete(notices);
  await db.delete(reviews);
  await review(null);
  expect((await of("reviewLeft", plumber))[0]!.text).toContain("without a comment");
});

test("a review that is hidden before the notice went out is not told", async () => {
  const id = await review();
  await hideReview(context, admin, id, "It is insulting");
  expect(await of("reviewLeft", plumber)).toMatchObject([{ status: "dropped", lastError: "The review was hidden." }]);
  expect(await answerReview(context, plumber, id, "Thanks")).toEqual({ ok: false, reason: "reviewNotFound" });
  expect(await of("reviewAnswered", client)).toEqual([]);
});

test("an answer is told to the client once, however often it is sent", async () => {
  await addWays(client);
  const id = await review();
  for (const answer of ["Thank you, Rudo!", "Thank you, Rudo!", "Another one"])
    await answerReview(context, plumber, id, answer);
  const told = await of("reviewAnswered", client);
  expect(told.map(({ channel }) => channel)).toEqual(["email", "push", "webhook"]);
  expect(told[0]).toMatchObject({ subject: "Tendai Ncube has answered your review" });
  for (const words of ["Thank you, Rudo!", `/client-dashboard/reviews#review-${id}`])
    expect(told[0]!.text).toContain(words);
});

const asked = () => of("reviewInvited", client);
const transition = (name: "complete" | "reopen", at: number) => makeTransition(contextAt(at), plumber, job, name);
const completedAt = async () => (await rowOf(context, job)).completedAt!;

test("a client's review request goes out once, a day after completion, and is not undelivered until then", async () => {
  const emails = await asked();
  expect(emails).toMatchObject([{ status: "queued", nextAttemptAt: (await completedAt()) + DAY }]);
  expect(emails[0]!.subject).toMatch(/^How was Tendai Ncube\?/);
  expect(emails[0]!.text).toContain("/client-dashboard/reviews");
  await db.update(notices).set({ nextAttemptAt: now + DAY });
  expect(await listUndelivered(db, now)).toEqual([]);
  expect(await listUndelivered(db, now + DAY)).not.toEqual([]);
});

test("a client who has turned reviews off, in the settings or by one click, is not asked for one", async () => {
  await saveNoticeChoices(context, client, { on: ["reviews-email"], quiet: null }, ["email"]);
  expect(await asked()).toMatchObject([{ status: "queued" }]);
  await switchEmailsOff(db, client.id, "reviews");
  expect(await asked()).toMatchObject([{ status: "dropped", lastError: "Switched off in the meantime." }]);
  await db.update(notices).set({ status: "queued" });
  await saveNoticeChoices(context, client, { on: [], quiet: null }, ["email"]);
  expect(await asked()).toMatchObject([{ status: "dropped" }]);
});

test("a client is not asked for a review of a job that isn't done; once it is, from then on", async () => {
  const at = await completedAt();
  expect(await transition("reopen", at + MINUTE)).toMatchObject({ ok: true });
  expect(await asked()).toMatchObject([{ status: "dropped" }]);
  expect(await transition("complete", at + 2 * MINUTE)).toMatchObject({ ok: true });
  const queued = (await asked()).filter(({ status }) => status === "queued");
  expect(queued).toMatchObject([{ nextAttemptAt: at + 2 * MINUTE + DAY }]);
});
