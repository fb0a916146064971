import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { notices } from "~/db/schema";
import { visit } from "../support/site";
import { book, seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const emailsTo = async (email: string) =>
  (await town.context.db.select().from(notices).where(eq(notices.recipient, email)))
    .map(({ text }) => text ?? "")
    .join("\n");

test("the client reads a plumber's reason for a refusal, on the ticket and in the email", async () => {
  const id = await book(town.context, town.client, town.plumber, town.starts.at(-4)!);
  const question = await (await visit(`/plumber-dashboard/jobs/${id}/refuse`, { cookie: town.cookies.plumber })).text();
  expect(question).toContain("It is too far away");
  const form = { reason: "It is too far away", reasonText: "The bridge is <closed>" };
  expect((await visit(`/plumber-dashboard/jobs/${id}/refuse`, { cookie: town.cookies.plumber, form })).status).toBe(
    303,
  );
  const card = await (await visit(`/client-dashboard/bookings/${id}`, { cookie: town.cookies.client })).text();
  expect(card).toContain("It is too far away: The bridge is &lt;closed&gt;");
  expect(await emailsTo(town.client.email)).toContain("It is too far away: The bridge is <closed>");
});

test("a client's reason for a cancellation is read by the plumber in the job's history; none is fine, a very long one is cut", async () => {
  const cancelled = async (start: number, form: Record<string, string>) => {
    const id = await book(town.context, town.client, town.plumber, town.starts.at(start)!);
    expect((await visit(`/client-dashboard/bookings/${id}/cancel`, { cookie: town.cookies.client, form })).status).toBe(
      303,
    );
    return id;
  };
  const told = await cancelled(-5, { reason: "The problem is solved", reasonText: "" });
  const silent = await cancelled(-6, {});
  const long = await cancelled(-7, { reasonText: "x".repeat(5000) });
  const history = async (id: string) =>
    (await visit(`/plumber-dashboard/jobs/${id}`, { cookie: town.cookies.plumber })).text();
  expect(await history(told)).toContain("The problem is solved");
  expect(await history(silent)).not.toContain("“");
  expect(await history(long)).toContain(`${"x".repeat(300)}<`);
});
