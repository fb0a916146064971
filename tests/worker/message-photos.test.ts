import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { auditLog, messages, privatePhotos } from "~/db/schema";
import { conversationIdOf } from "~/domain/contacts/contacts.server";
import { MESSAGE_LENGTH } from "~/domain/messages/message";
import { newId } from "~/domain/values/id";
import { png } from "../support/png";
import { photoFields } from "../support/job-photos";
import { expectPage, callsOf, depthOf, textOf, visit } from "../support/site";
import { seedTown } from "../support/town";

const [town, image] = await Promise.all([seedTown(), png(400, 300)]);

const { db, cookies } = town;
const send = (fields: Record<string, string>, photo = image, cookie = cookies.client, to = town.plumber.id) =>
  visit(`/messages/${to}`, { cookie, form: photoFields(photo, fields) });
const sentBy = async (response: Response) =>
  ((await response.json()) as { message: { seq: number; content: string; photoId: string } }).message;
const see = async (id: string, cookie?: string) => (await visit(`/job-photos/${id}-320.webp`, { cookie })).status;

test("a photo with a message is seen by the two of the conversation, and by no one else", async () => {
  const response = await send({ id: newId(), content: "This is the tap" });
  expect([response.status, depthOf(response), callsOf(response)]).toEqual([200, 2, 2]);
  const { content, photoId } = await sentBy(response);
  expect(content).toBe("This is the tap");
  for (const one of [cookies.client, cookies.plumber]) expect(await see(photoId, one)).toBe(200);
  for (const one of [undefined, cookies.otherClient, cookies.otherPlumber, cookies.admin])
    expect(await see(photoId, one)).toBe(404);
  const page = await visit(`/plumber-dashboard/messages/${town.client.id}`, { cookie: cookies.plumber });
  expect(await textOf(page)).toContain(`/job-photos/${photoId}-320.webp`);
});

test("a photo with a message may come without words, and sent twice it is one message with one photo", async () => {
  const id = newId();
  const [first, ...others] = await Promise.all([1, 2].map(async () => sentBy(await send({ id, content: " " }))));
  expect(first!.content).toBe("Photo");
  for (const other of others) expect([other.seq, other.photoId]).toEqual([first!.seq, first!.photoId]);
  expect(await db.$count(privatePhotos, eq(privatePhotos.messageSeq, first!.seq))).toBe(1);
});

test("a photo in a form that Back restored goes with its own words, never to the first message's reader", async () => {
  const id = newId();
  const first = await sentBy(await send({ id, content: "For the plumber" }, await png(40, 30)));
  const second = await sentBy(await send({ id, content: "For the office" }, image, cookies.client, town.admin.id));
  expect(second.seq).not.toBe(first.seq);
  expect(second.photoId).not.toBe(first.photoId);
  expect([await see(second.photoId, cookies.plumber), await see(second.photoId, cookies.admin)]).toEqual([404, 200]);
  const plain = newId();
  await visit(`/messages/${town.plumber.id}`, { cookie: cookies.client, form: { id: plain, content: "No photo" } });
  const third = await sentBy(await send({ id: plain, content: "With a photo" }, image, cookies.client, town.admin.id));
  expect(third.content).toBe("With a photo");
  expect([await see(third.photoId, cookies.plumber), await see(third.photoId, cookies.admin)]).toEqual([404, 200]);
});

test("a file that is no photo, or one to a person whom the sender may not write to, leaves nothing", async () => {
  const before = [await db.$count(messages), await db.$count(privatePhotos)];
  const response = await send({ id: newId(), content: "Look" }, new Blob(["no photo"]));
  expect([response.status, await response.json()]).toEqual([400, { problem: "Only image files are allowed." }]);
  const fields = { id: newId(), content: "Hello" };
  expect((await send(fields, image, cookies.client, town.otherClient.id)).status).toBe(404);
  expect((await send(fields, image, "")).status).toBe(401);
  expect([await db.$count(messages), await db.$count(privatePhotos)]).toEqual(before);
});

test("a photo with a message is sent without script too; refused words ask to choose it again", async () => {
  const page = `/client-dashboard/messages/${town.plumber.id}`;
  const cookie = cookies.client;
  const submit = (content: string) => visit(page, { cookie, form: photoFields(image, { id: newId(), content }) });
  const sent = await submit("Without script");
  expect([sent.status, depthOf(sent)]).toEqual([303, 2]);
  await expectPage(visit(page, { cookie }), 200, /job-photos\/[a-z0-9]{24}-320\.webp[^]*Without script/);
  const refused = submit("x".repeat(MESSAGE_LENGTH + 1));
  await expectPage(refused, 400, /Then choose the photo “[\w.]+” again\./);
});

test("a photo with a message is hidden by the office, and the log says so", async () => {
  const { photoId } = await sentBy(await send({ id: newId(), content: "Hide this" }));
  const chat = `/admin-dashboard/conversations/${conversationIdOf(town.client.id, town.plumber.id)}`;
  expect(await see(photoId, cookies.admin)).toBe(404);
  expect((await visit(chat, { cookie: cookies.admin, form: { intent: `hide:${photoId}` } })).status).toBe(404);
  await visit(chat, { cookie: cookies.admin, form: { kind: "report", words: "A photo of somebody else" } });
  expect(await (await visit(chat, { cookie: cookies.admin })).text()).toContain(photoId);
  const hidden = await visit(chat, { cookie: cookies.admin, form: { intent: `hide:${photoId}` } });
  expect([hidden.status, depthOf(hidden)]).toEqual([303, 2]);
  expect([await see(photoId, cookies.client), await see(photoId, cookies.admin)]).toEqual([404, 200]);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, "photoHidden"));
  expect(entry).toMatchObject({ subjectKind: "user", subjectId: town.client.id });
  expect((await visit(chat, { cookie: cookies.client, form: { intent: `hide:${photoId}` } })).status).toBe(404);
});
