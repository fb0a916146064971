import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { passkeys, plumberPapers, privatePhotos, reviews, savedViews } from "~/db/schema";
import { addNote } from "~/domain/admin/people/office-notes.server";
import { sendMessage } from "~/domain/messages/messages.server";
import { newId } from "~/domain/values/id";
import { allRows } from "../support/all-rows";
import { stageApi } from "../support/api-samples";
import { queueNotice } from "../support/notices";
import { visit } from "../support/site";
import { book } from "../support/town";
import { createSignedInUser, hashOf, signedIn } from "../support/users";

// What a form names by its id is its owner's alone: someone else of the same role changes no row of anything by it.

const stage = await stageApi();
const { context, db, client, otherClient, plumber, otherPlumber, admin } = stage;
const { now } = context;
const colleague = await createSignedInUser(context, "admin");
const cookies = { ...stage.cookies, colleague: colleague.cookie };
type Person = keyof typeof cookies;

const otherSession = (await hashOf(await signedIn(context, client))).slice(0, 16);
const theirs = await book(context, otherClient, otherPlumber, stage.starts.at(-5)!);
const [passkey, paper, workPhoto, view, note, message] = Array.from({ length: 6 }, () => newId());
const key = { publicKey: "key", algorithm: -7, name: "Phone", createdAt: now };
await db.insert(passkeys).values({ id: passkey!, userId: client.id, credentialId: "credential", ...key });
await db.insert(plumberPapers).values({
  id: paper!,
  plumberId: plumber.id,
  kind: "identity",
  uploadId: newId(),
  createdAt: now,
});
const finished = { kind: "after", bookingId: stage.reviewed, uploadedBy: plumber.id, uploadId: newId() } as const;
await db.insert(privatePhotos).values({ id: workPhoto!, ...finished, createdAt: now, releasedAt: now });
await db
  .update(privatePhotos)
  .set({ bookingId: stage.pending, uploadedBy: client.id })
  .where(eq(privatePhotos.id, stage.jobPhoto));
await db
  .insert(savedViews)
  .values({ id: view!, adminId: admin.id, list: "bookings", name: "Mine", query: "", createdAt: now });
await addNote(context, admin, client.id, { id: note!, words: "Prefers mornings" });
await db.update(reviews).set({ showsJob: true });
await sendMessage(context, plumber, { id: message!, recipientId: client.id, content: "I am on my way" });
const toSee = await queueNotice(context, { userId: client.id, bookingId: stage.pending });
const toPost = { channel: "webhook", recipient: stage.webhook, userId: plumber.id } as const;
await queueNotice(context, toPost);

interface Act {
  owner: Person;
  stranger: Person;
  path: string;
  form: Record<string, string>;
  /** The status for a stranger; 303 where it leads back and says nothing of what there is. */
  refused: number;
}

const intent = (verb: string, id: string) => ({ intent: `${verb}:${id}` });
const of = (owner: Person, stranger: Person, path: string, acts: [form: Record<string, string>, refused: number][]) =>
  acts.map(([form, refused]): Act => ({ owner, stranger, path, form, refused }));

const ACTS: Act[] = [
  ...of("client", "otherClient", "/security", [
    [intent("endSession", otherSession), 303],
    [intent("removePasskey", passkey!), 404],
  ]),
  ...of("client", "otherClient", "/client-dashboard/settings/notifications", [
    [intent("test", stage.device), 404],
    [intent("remove", stage.device), 303],
  ]),
  ...of("client", "otherClient", "/client-dashboard/reviews", [
    [intent("unshow", stage.review), 303],
    [{ booking: stage.reviewable, rating: "4", comment: "Good" }, 404],
  ]),
  ...of("client", "otherClient", `/notices/${toSee}/seen`, [[{}, 204]]),
  ...of("client", "otherClient", `/messages/${plumber.id}`, [[{ intent: "read", seq: "99" }, 200]]),
  ...of("client", "otherClient", `/client-dashboard/bookings/${stage.reviewed}/photos`, [[{ intent: "share" }, 303]]),
  ...of("plumber", "otherPlumber", "/plumber-dashboard/settings/programs", [
    [intent("revoke", stage.token), 404],
    [intent("again", stage.delivery), 404],
    [intent("remove", stage.webhook), 404],
  ]),
  ...of("plumber", "otherPlumber", "/plumber-dashboard/papers", [[intent("remove", paper!), 303]]),
  ...of("plumber", "otherPlumber", "/plumber-dashboard/work-photos", [[intent("withdraw", workPhoto!), 303]]),
  ...of("plumber", "otherPlumber", `/plumber-dashboard/reviews/${stage.review}/answer`, [
    [{ answer: "Thank you" }, 404],
  ]),
  ...of("plumber", "otherPlumber", `/messages/${client.id}`, [[{ id: newId(), content: "Hello" }, 404]]),
  ...of("admin", "colleague", "/admin-dashboard/lists/bookings", [
    [{ ...intent("rename", view!), name: "Theirs" }, 404],
    [intent("delete", view!), 303],
  ]),
  ...of("admin", "colleague", `/admin-dashboard/people/${client.id}/notes/${note}`, [[{ words: "Rude" }, 404]]),
];

const send = async (person: Person, path: string, form: Record<string, string>) =>
  (await visit(path, { cookie: cookies[person], form })).status;

test("a stranger changes no row by a form by which the owner of what it names changes some", async () => {
  for (const { owner, stranger, path, form, refused } of ACTS) {
    const name = `${path} ${JSON.stringify(form)}`;
    const before = await allRows();
    expect.soft(await send(stranger, path, form), name).toBe(refused);
    expect.soft(await allRows(), name).toEqual(before);
    expect.soft(await send(owner, path, form), name).toBeLessThan(400);
    expect.soft(await allRows(), `${name} by its owner`).not.toEqual(before);
  }
});

test("a stranger takes no photo out of someone's booking under the address of their own", async () => {
  const before = await allRows();
  const photos = (booking: string) => `/client-dashboard/bookings/${booking}/photos`;
  await send("otherClient", photos(theirs), intent("remove", stage.jobPhoto));
  expect(await allRows()).toEqual(before);
  await send("client", photos(stage.pending), intent("remove", stage.jobPhoto));
  expect(await allRows()).not.toEqual(before);
});
