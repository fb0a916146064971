import { png } from "../support/png";
import { expect, test } from "vitest";
import { endAllSessions } from "~/domain/accounts/sessions.server";
import { newId } from "~/domain/values/id";
import { sendJobPhoto } from "../support/job-photos";
import { visit } from "../support/site";
import { book, seedTown, requestFields } from "../support/town";
import { createUser, signedIn } from "../support/users";

const town = await seedTown();

const NOTES = "The geyser drips since Friday";

/** Someone who is signed in on a phone that holds what they have filled in as a visitor (B28). */
async function signedInWithDraft() {
  const user = await createUser(town.context, "client");
  const page = `/appointment/${town.plumber.id}`;
  const form = { ...requestFields(town.starts.at(-4)!), notes: NOTES };
  const sent = await visit(page, { form, headers: { "CF-Connecting-IP": newId() } });
  const draft = sent.headers.getSetCookie().find((one) => one.startsWith("__Host-draft="))!;
  const cookie = `${await signedIn(town.context, user)}; ${draft.split(";")[0]}`;
  return { user, page, cookie };
}

const endsDraft = (response: Response) =>
  response.headers.getSetCookie().some((one) => /^__Host-draft=;.*Max-Age=0/.test(one));

test("the step kept on a phone is gone after signing out", async () => {
  const { page, cookie } = await signedInWithDraft();
  expect(await (await visit(page, { cookie })).text()).toContain(NOTES);
  expect(endsDraft(await visit("/signout", { cookie, form: {} }))).toBe(true);
});

test("the step kept on a phone is gone once the session has ended elsewhere, at the first dashboard or at the form itself", async () => {
  const { user, page, cookie } = await signedInWithDraft();
  await endAllSessions(town.context, user);
  expect(endsDraft(await visit("/client-dashboard", { cookie }))).toBe(true);
  const form = await visit(page, { cookie });
  expect([form.status, form.headers.get("Location"), endsDraft(form)]).toEqual([303, page, true]);
  expect(form.headers.getSetCookie().some((one) => /^__Host-session=;/.test(one))).toBe(true);
});

test("the step kept on a phone stays for a visitor who is led to sign in", async () => {
  const { cookie } = await signedInWithDraft();
  const asVisitor = cookie.split("; ")[1]!;
  expect(endsDraft(await visit("/client-dashboard", { cookie: asVisitor }))).toBe(false);
});

test("a private photo is asked for each time: it costs no bytes again, and no one sees it once the session has ended", async () => {
  const user = await createUser(town.context, "client");
  const cookie = await signedIn(town.context, user);
  const booking = await book(town.context, user, town.plumber, town.starts.at(-5)!);
  const sent = await sendJobPhoto(booking, cookie, await png(400, 300));
  const { id } = await sent.json<{ id: string }>();
  const path = `/job-photos/${id}-320.webp`;
  const first = await visit(path, { cookie });
  expect([first.status, first.headers.get("Cache-Control")]).toEqual([200, "private, no-cache"]);
  await first.arrayBuffer();
  const known = { "If-None-Match": first.headers.get("ETag")! };
  const again = await visit(path, { cookie, headers: known });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  await endAllSessions(town.context, user);
  expect((await visit(path, { cookie, headers: known })).status).toBe(404);
});
