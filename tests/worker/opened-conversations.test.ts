import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, notices } from "~/db/schema";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { listOpenedMessages } from "~/domain/messages/message-lists.server";
import { findConversation } from "~/domain/messages/opened-conversations.server";
import { OFFICE_READS_WHEN } from "~/domain/messages/message";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { atTime } from "../support/clock";
import { expectPage, visit, call } from "../support/site";
import { seedTown } from "../support/town";
import { createSignedInUser, createUser, signedIn } from "../support/users";
import { HOUR } from "~/domain/time/harare";
import { noticesInWords } from "../support/notice-words";

const SECRET = "The geyser code is behind the door";
const town = await seedTown();
const { context, db, client, plumber, cookies } = town;
const page = `/admin-dashboard/conversations/${conversationIdOf(client.id, plumber.id)}`;
await sendMessage(context, client, { recipientId: plumber.id, id: newId(), content: SECRET });

const read = async (path: string, cookie: string) => (await visit(path, { cookie })).text();

test("an admin reads no message of a conversation, on no page and by no call, until they have opened it", async () => {
  const { admin } = cookies;
  await expectPage(visit(page, { cookie: admin }), 200, "1 message, the last one at", OFFICE_READS_WHEN);
  const pages = await Promise.all(
    [
      page,
      "/admin-dashboard/search?q=geyser",
      "/admin-dashboard/messages?to=geyser",
      `/admin-dashboard/messages/${client.id}`,
      `/admin-dashboard/people/${client.id}`,
      `/admin-dashboard/bookings/${town.pending}`,
      "/admin-dashboard/log",
      "/admin-dashboard/system",
      `/messages/${client.id}`,
    ].map((path) => read(path, admin)),
  );
  for (const html of pages) expect(html).not.toContain("geyser code");
  for (const other of [client.id, plumber.id]) {
    const answer = await call("GET", `/api/messages/${other}`, { token: town.tokens.admin });
    expect(JSON.stringify(answer.body)).not.toContain("geyser code");
  }
  const form = { kind: "curiosity", words: "Because" };
  expect((await visit(page, { cookie: admin, form })).status).toBe(400);
  expect(await read(page, admin)).not.toContain(SECRET);
});

test("opened twice at once it is opened once, logged, told to both, and read by that admin for 24 hours", async () => {
  const { cookie: colleague, ...second } = await createSignedInUser(context, "admin");
  const form = { kind: "dispute", words: "They disagree about the price" };
  const opened = await Promise.all([1, 2].map(() => visit(page, { cookie: cookies.admin, form })));
  expect(opened.map(({ status }) => status)).toEqual([303, 303]);
  const entries = await db.select().from(auditLog).where(eq(auditLog.action, "conversationOpened"));
  expect(entries).toMatchObject([{ adminId: town.admin.id, subjectId: client.id, reason: form.words }]);
  const told = await noticesInWords(db, and(eq(notices.kind, "conversationOpened"), eq(notices.channel, "email")));
  expect(told.map(({ userId }) => userId).sort()).toEqual([client.id, plumber.id].sort());
  for (const { text } of told) {
    expect(text).toContain("because of a dispute");
    expect(text!.replace(/\s+/g, " ")).toContain(OFFICE_READS_WHEN);
    expect(text).not.toContain("disagree about");
  }
  expect(await read(page, cookies.admin)).toContain(SECRET);
  // For a second admin it is as closed as it was.
  expect(await read(page, colleague)).not.toContain(SECRET);
  const id = conversationIdOf(client.id, plumber.id);
  expect((await findConversation(db, town.admin, id, context.now))!.openUntil).toBeGreaterThan(context.now);
  expect((await findConversation(db, second, id, context.now))!.openUntil).toBeNull();
  expect((await listOpenedMessages(db, second, id, undefined, context.now)).messages).toEqual([]);
  for (const [path, cookie] of [
    [`/client-dashboard/messages/${plumber.id}`, cookies.client],
    [`/plumber-dashboard/messages/${client.id}`, cookies.plumber],
  ] as const) {
    const html = await read(path, cookie);
    expect(html).toContain("Our office opened this conversation because of");
    expect(html).not.toContain("disagree about");
  }
  const later = context.now + 24 * HOUR + 60_000;
  await atTime(later, async () => {
    expect(await read(page, await signedIn({ ...context, now: later }, town.admin))).not.toContain(SECRET);
  });
});

test("conversations with an admin, and made-up ones, don't exist for other admins", async () => {
  const { otherClient, admin } = town;
  const colleague = await createUser(context, "admin");
  await sendMessage(context, client, { recipientId: colleague.id, id: newId(), content: "For the office" });
  const ids = [
    conversationIdOf(client.id, colleague.id),
    conversationIdOf(client.id, admin.id),
    conversationIdOf(otherClient.id, plumber.id),
    client.id,
    [client.id, plumber.id].sort().reverse().join("."),
  ];
  for (const id of ids)
    for (const form of [undefined, { kind: "safety", words: "x" }])
      expect((await visit(`/admin-dashboard/conversations/${id}`, { cookie: cookies.admin, form })).status).toBe(404);
});
