import { beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "~/domain/rate-limits/limits";
import { newId } from "~/domain/values/id";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const post = async (
  form: Record<string, string>,
  { cookie = town.cookies.client as string | null, to = town.plumber.id } = {},
) => {
  const answer = await visit(`/messages/${to}`, { cookie: cookie ?? undefined, form });
  return {
    status: answer.status,
    retryAfter: answer.headers.get("Retry-After"),
    body: await answer.json<Record<string, unknown>>(),
  };
};

describe("a message that a page sends by itself gets", () => {
  test("200, the message, and the one before it in the conversation", async () => {
    const first = await post({ id: newId(), content: "First" });
    await post({ id: newId(), content: "Elsewhere" }, { to: town.admin.id });
    const second = await post({ id: newId(), content: "Second" });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toMatchObject({
      message: { content: "Second" },
      previousSeq: (first.body["message"] as { seq: number }).seq,
    });
    expect((await post({ id: "sent-before", content: "Third" })).body).toEqual(
      (await post({ id: "sent-before", content: "Third" })).body,
    );
  });

  test("401 where someone else has signed in since it was written: it is nobody's but its writer's", async () => {
    const written = { id: newId(), content: "Mine", from: town.client.id };
    const other = await post(written, { cookie: town.cookies.otherClient });
    expect([other.status, (await post(written)).status]).toEqual([401, 200]);
  });

  test.each([
    ["two left-to-right marks", "\u200e\u200e", "Please write a message."],
    ["too much", "x".repeat(2001), "Please use at most 2,000 characters."],
  ])("400 for %s", async (_, content, problem) => {
    expect(await post({ id: newId(), content })).toMatchObject({ status: 400, body: { problem } });
  });

  test("404 for someone who can't be written to", async () => {
    expect(await post({ id: newId(), content: "Psst" }, { to: town.otherPlumber.id })).toMatchObject({
      status: 404,
      body: { problem: "There is nobody here you can write to." },
    });
  });

  test("401 for who is signed out, whether it is a message, a note of reading, or a question", async () => {
    const signedOut = { status: 401, body: { problem: "You must be logged in." } };
    const forms: Record<string, string>[] = [
      { id: newId(), content: "Hello" },
      { intent: "read", seq: "1" },
    ];
    for (const form of forms) {
      expect(await post(form, { cookie: null })).toMatchObject(signedOut);
      expect(await post(form, { cookie: "__Host-session=garbage" })).toMatchObject(signedOut);
    }
    const question = await visit(`/messages/${town.plumber.id}?after=0`);
    expect(question.status).toBe(401);
    expect(await question.json()).toEqual(signedOut.body);
  });

  test("429 for the 31st of a minute, with the time to wait", async () => {
    const statuses: number[] = [];
    for (let turn = 0; turn <= LIMITS.messagePerUser.max; turn++) {
      statuses.push(
        (await post({ id: newId(), content: `Message ${turn}` }, { cookie: town.cookies.plumber, to: town.client.id }))
          .status,
      );
    }
    expect(statuses.indexOf(429)).toBe(30);
    const refused = await post(
      { id: newId(), content: "One more" },
      { cookie: town.cookies.plumber, to: town.client.id },
    );
    expect(refused).toMatchObject({
      status: 429,
      body: { problem: "Too many attempts. Please try again in a minute." },
    });
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
  });
});
