import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices, personalTokens, webhookDeliveries, webhookEndpoints } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { expectPage, visit, call } from "../support/site";
import { seedTown } from "../support/town";

// The page as a browser without script uses it.

const town = await seedTown();
const { context, cookies, db } = town;
const PAGE = "/plumber-dashboard/settings/programs";
const open = () => visit(PAGE, { cookie: cookies.plumber });
const send = (form: Record<string, string>) => visit(PAGE, { cookie: cookies.plumber, form });
const LOCAL = "http://localhost:9/hook";

const make = (name: string, ...scopes: string[]) =>
  send({ intent: "makeToken", form: "makeToken", name, ...Object.fromEntries(scopes.map((scope) => [scope, "on"])) });

test("a token is shown once, works, and is revoked", async () => {
  const made = await make("My sheet", "scopes-read");
  expect(made.status).toBe(200);
  expect(made.headers.get("Cache-Control")).toContain("no-store");
  const token = /pombi_[\w.-]+/.exec(await made.text())![0];
  expect((await call("GET", "/api/bookings/plumber", { token })).status).toBe(200);
  const page = await expectPage(open(), 200, "My sheet");
  expect(page).not.toContain("pombi_");
  const [row] = await db.select().from(personalTokens);
  expect((await send({ intent: `revoke:${row!.id}` })).status).toBe(303);
  expect((await call("GET", "/api/bookings/plumber", { token })).status).toBe(401);
  expect((await send({ intent: `revoke:${row!.id}` })).status).toBe(404);
});

test("a token with several scopes has them all", async () => {
  await make("Both", "scopes-read", "scopes-jobs");
  expect(await db.select().from(personalTokens)).toMatchObject([{ scopes: '["read","jobs"]' }]);
});

const add = (url: string) => send({ intent: "addWebhook", form: "addWebhook", url, "topics-changes": "on" });

test("a webhook shows its secret once and its deliveries, sends one again, and is removed", async () => {
  await expectPage(add(LOCAL), 200, /whsec_\w{40}/);
  const { now } = context;
  const { id } = (await db.select().from(webhookEndpoints))[0]!;
  const notice = newId();
  const delivery = newId();
  const kind = "bookingTransitioned";
  await db.insert(notices).values({
    id: notice,
    causeId: notice,
    kind,
    topic: "changes",
    channel: "webhook",
    subject: "S",
    recipient: id,
    userId: town.plumber.id,
    status: "failed",
    nextAttemptAt: now,
    createdAt: now,
  });
  const payload = JSON.stringify({ title: "It is moved", body: "B", path: "/", bookingId: null, reference: null });
  const tried = { endpointId: id, noticeId: notice, kind, payload, answer: 503, took: 12, at: now };
  await db.insert(webhookDeliveries).values({ id: delivery, ...tried });

  const page = await expectPage(open(), 200, LOCAL, "503", "It is moved");
  expect(page).not.toContain("whsec_");
  expect((await send({ intent: `again:${delivery}` })).status).toBe(303);
  const [queued] = await db.select().from(notices).where(eq(notices.id, notice));
  expect(queued!.lastError === null || queued!.attempts === 1).toBe(true);
  expect((await send({ intent: "again:nothing" })).status).toBe(404);
  expect((await send({ intent: `remove:${id}` })).status).toBe(303);
  expect(await expectPage(open(), 200)).not.toContain(LOCAL);
});

test("a webhook inside a private network is refused at its field, which keeps what was typed", async () => {
  const url = "https://192.168.1.1/";
  await expectPage(add(url), 422, "https address of a public server", url, /name="topics-changes"[^>]*checked/);
  expect(await db.$count(webhookEndpoints)).toBe(0);
});

test("clients are offered no scope or topic of plumbers", async () => {
  const settings = visit("/client-dashboard/settings/programs", { cookie: cookies.client });
  const page = await expectPage(settings, 200, 'name="scopes-book"');
  for (const absent of ['name="scopes-jobs"', 'name="topics-requests"', "-news"]) expect(page).not.toContain(absent);
});
