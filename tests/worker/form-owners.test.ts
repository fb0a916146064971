import { parseHTML } from "linkedom/worker";
import { beforeAll, expect, test } from "vitest";
import { fullName, OWNER_FIELD, ownerTag } from "~/domain/values/user";
import { newId } from "~/domain/values/id";
import { allRows } from "../support/all-rows";
import { CLOSE_CODES } from "~/realtime/signals";
import { photoFields } from "../support/job-photos";
import { cookieOf, expectPage, visit } from "../support/site";
import { listen, mustListen, type Listener } from "../support/sockets";
import { book } from "../support/town";
import { signedIn } from "../support/users";
import { pages, seedPages, town, type Viewer } from "../support/viewers";

// Two people with one phone: a page that one left open must not act as the other (F10).

beforeAll(seedPages);

type User = Exclude<Viewer, "visitor">;
const viewerOf = (row: Record<Viewer, string>): User =>
  (["client", "plumber", "admin"] as const).find((viewer) => row[viewer] === "ok") ?? "client";

test("a visitor's form names no one", async () => {
  for (const path of ["/", "/contact", `/appointment/${town.plumber.id}`, "/signin"])
    expect(await (await visit(path)).text(), path).not.toContain(`name="${OWNER_FIELD}"`);
});

/** Actions that act for no session: by a token of their own, for a provider, in local mode, or to sign out whoever is in. */
const OF_NO_SESSION = [
  "routes/account/sign-out",
  "routes/public/unsubscribe",
  "routes/public/not-found",
  "routes/resources/clock",
  "routes/resources/mailbox",
  "routes/resources/paynow-hook",
  "routes/resources/sms-webhook",
  "routes/resources/whatsapp-webhook",
  "routes/resources/push-stand-in",
  "routes/resources/notice-seen",
  "routes/resources/passkey-challenges",
];

/** Posts with more in them than a name, which their action reads first. */
const MORE: Record<string, () => Record<string, string> | FormData> = {
  "routes/resources/conversation": () => ({ id: newId(), content: "Hello" }),
  "routes/resources/push-devices": () => ({ endpoint: "https://fcm.googleapis.com/x", p256dh: "k", auth: "a" }),
  "job-photo-upload": () => photoFields(new Blob(["photo"]), { kind: "after", uploadId: newId() }),
  "paper-upload": () => photoFields(new Blob(["photo"]), { kind: "id", uploadId: newId() }),
};

test("no action of a page does anything for a form that was made for another user", async () => {
  const actions = pages.filter(({ id, route }) => route.module.action && !OF_NO_SESSION.includes(id));
  expect(actions.length).toBeGreaterThan(80);
  const before = await allRows();
  const wrong: unknown[] = [];
  for (const { id, path, row } of actions) {
    const viewer = viewerOf(row);
    const form = MORE[id]?.() ?? { intent: "save", words: "Words" };
    if (form instanceof FormData) form.set(OWNER_FIELD, ownerTag("another"));
    else form[OWNER_FIELD] = ownerTag("another");
    const to = path === "/" ? "/?index" : path;
    const { status, headers } = await visit(to, { cookie: town.cookies[viewer], form });
    const says = headers.getSetCookie().some((cookie) => cookie.startsWith("__Host-flash=formOfAnother"));
    const isRefused = id in MORE ? status === 409 || status === 401 : status === 303 && says;
    if (!isRefused) wrong.push([id, path, viewer, status]);
  }
  expect(wrong).toEqual([]);
  expect(await allRows()).toEqual(before);
});

test("a form that one person left open does nothing once another has signed in, and waits for its writer", async () => {
  const { client, otherClient, context } = town;
  const theirs = await signedIn(context, otherClient);
  const mine = await signedIn(context, client);
  const { document } = parseHTML(await (await visit("/profile?edit", { cookie: mine })).text());
  const owner = document.querySelector(`main input[name=${OWNER_FIELD}]`)!.getAttribute("value")!;
  const form = { name: "Rudo", username: "Own", phone: "", addressLine1: "12 My own street", [OWNER_FIELD]: owner };
  const response = await visit("/profile?edit", { cookie: theirs, form });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/client-dashboard"]);
  const flash = cookieOf(response, "flash");
  const kept = cookieOf(response, "kept");
  const told = `You're signed in as ${fullName(otherClient)}, and this form was made for someone else: nothing was done.`;
  await expectPage(visit("/client-dashboard/overview", { cookie: `${theirs}; ${flash}` }), 200, told);
  const profile = (cookie: string) => visit("/profile?edit", { cookie: `${cookie}; ${kept}` });
  expect(await (await profile(theirs)).text()).not.toContain("12 My own street");
  await expectPage(profile(mine), 200, "12 My own street", "We've kept what you wrote");
  expect(await (await profile(mine)).text()).not.toContain("We've kept what you wrote");
});

test("each form that one person left open waits for its writer, also where another was sent after it", async () => {
  const { client, otherClient, context } = town;
  const theirs = await signedIn(context, otherClient);
  const mine = await signedIn(context, client);
  const owner = { [OWNER_FIELD]: ownerTag(client.id) };
  const forms = {
    "/client-dashboard/book": { notes: "My notes", ...owner },
    "/contact": { message: "My enquiry", ...owner },
    "/profile?edit": { addressLine1: "12 My own street", ...owner },
  };
  let kept = "";
  for (const [path, form] of Object.entries(forms))
    kept = cookieOf(await visit(path, { cookie: `${theirs}; ${kept}`, form }), "kept");
  for (const [path, { [OWNER_FIELD]: _, ...words }] of Object.entries(forms)) {
    const page = await visit(path, { cookie: `${mine}; ${kept}` });
    kept = cookieOf(page, "kept");
    expect(await page.text(), path).toContain(Object.values(words)[0]);
  }
  expect(kept).toBe("__Host-kept=");
});

test("nobody is told that words wait where none were written, or secrets alone", async () => {
  const owner = { [OWNER_FIELD]: ownerTag(town.client.id) };
  const form = { current: "my password", password: "another password", ...owner };
  const response = await visit("/change-password", { cookie: town.cookies.otherClient, form });
  expect([cookieOf(response, "flash"), cookieOf(response, "kept")]).toEqual([
    expect.stringContaining("formOfAnotherLost"),
    "",
  ]);
});

test("a form of another role's page is kept as well: its page is none of the user's", async () => {
  const form = { reason: "", reasonText: "Words", [OWNER_FIELD]: ownerTag(town.client.id) };
  const path = `/client-dashboard/bookings/${town.pending}/cancel`;
  const response = await visit(path, { cookie: town.cookies.plumber, form });
  expect([response.status, response.headers.get("Location")]).toEqual([303, "/plumber-dashboard"]);
  const page = visit(path, { cookie: `${town.cookies.client}; ${cookieOf(response, "kept")}` });
  await expectPage(page, 200, "Words", "We've kept what you wrote");
});

test("a conversation that one user left open sends nothing and shows nothing once another has signed in", async () => {
  const { plumber, otherClient, cookies } = town;
  const owner = ownerTag(town.client.id);
  const path = `/messages/${plumber.id}`;
  const form = { id: newId(), content: "Hello", [OWNER_FIELD]: owner };
  const sent = await visit(path, { cookie: cookies.otherClient, form });
  expect([sent.status, await sent.json()]).toMatchObject([401, { signedInAs: fullName(otherClient) }]);
  const shown = (cookie: string) => visit(`${path}?after=0&${OWNER_FIELD}=${owner}`, { cookie });
  expect((await shown(cookies.otherClient)).status).toBe(401);
  expect((await shown(cookies.client)).status).toBe(200);
  // Nor does its socket, which reconnects by itself: it would show theirs, and type in their name.
  await book(town.context, otherClient, plumber, town.starts.at(-6)!);
  for (const socket of [`/sockets/conversation/${plumber.id}`, "/sockets/feed"]) {
    const listener = (await listen(`${socket}?${OWNER_FIELD}=${owner}`, cookies.otherClient)) as Listener;
    expect(await listener.closed, socket).toBe(CLOSE_CODES.signedOut);
  }
  await (await mustListen(`/sockets/conversation/${plumber.id}?${OWNER_FIELD}=${owner}`, cookies.client)).next("here");
});
