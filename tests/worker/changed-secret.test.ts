import { beforeAll, describe, expect, test } from "vitest";
import { call, tokenOf, withKey } from "../support/api";
import { env } from "../support/env";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

const NEW = "another-secret-of-32-letters-or-more";
const during = { SESSION_SECRET: `${NEW} ${env.SESSION_SECRET}` };
const after = { SESSION_SECRET: NEW };

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

describe("while SESSION_SECRET is changed", () => {
  test("users stay signed in until the old value is gone", async () => {
    const statusOf = async (settings: Record<string, string>) =>
      (await visit("/client-dashboard", { cookie: town.cookies.client, settings })).status;
    expect([
      await statusOf(during),
      await statusOf({ SESSION_SECRET: `${NEW},${env.SESSION_SECRET}` }),
      await statusOf(after),
    ]).toEqual([200, 200, 303]);
  });

  test("a call that was made under the old value is not made again", async () => {
    const token = await tokenOf(town.context, town.client);
    const send = (settings: Record<string, string>) =>
      call("POST", "/api/contact", {
        token,
        json: {
          name: "Rudo",
          email: "rudo@example.test",
          phone: "0771234567",
          subject: "A tap",
          message: "It drips all night.",
        },
        headers: withKey("one-and-the-same-key"),
        settings,
      });
    const first = await send({});
    const again = await send(during);
    expect(first.status).toBeLessThan(300);
    expect([again.status, again.body, again.headers.get("Idempotency-Replayed")]).toEqual([
      first.status,
      first.body,
      "true",
    ]);
  });

  test.each(["short another-secret-of-32-letters-or-more", " , "])(
    "each value has to be a good one: %j is none",
    async (SESSION_SECRET) => {
      expect((await visit("/", { settings: { SESSION_SECRET } })).status).toBe(500);
    },
  );
});
