import { expect, test } from "vitest";
import { HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { atTime } from "../support/clock";
import { currentInstant } from "../support/now";
import { emailsTo, newEmail, PASSWORD, PLUMBER_FIELDS, verificationTokenFor } from "../support/sign-up";
import { openPage } from "../support/pages";
import { png } from "../support/png";
import { cookieOf, expectPage, visit } from "../support/site";
import { requestFields, seedTown } from "../support/town";
import { createUser, hashForTests } from "../support/users";

// Between sign-up and the emailed link (A15): what the browser that signed up is shown and may do, and no other.

const town = await seedTown();
const { context, plumber, starts } = town;
const passwordHash = await hashForTests(PASSWORD);
const book = `/signup?redirectTo=${encodeURIComponent(`/appointment/${plumber.id}#book`)}&reason=book`;
const done = book.replace("/signup", "/signup/done");
const SIGN_IN = "/signin?reason=registered";
const newcomer = (email: string) => ({ name: "Rudo", username: "New", email, password: PASSWORD, terms: "on" });

/** Signs up as a client. Gives the email, and the cookie by which the browser's pages name it. */
async function signUp(email = newEmail(), path = "/signup", cookie?: string) {
  const answer = await visit(path, { cookie, form: newcomer(email) });
  expect(answer.status).toBe(303);
  return { email, answer, cookie: cookieOf(answer, "signed-up") };
}
const keepRequest = async () =>
  cookieOf(await visit(`/appointment/${plumber.id}`, { form: requestFields(starts[3]!) }), "draft");
const wordsAt = async (path: string, cookie?: string) => (await openPage(path, { cookie })).text;

test("a visitor from Book is asked for no role and no trade, and sees the request as a small ticket", async () => {
  const draft = await keepRequest();
  const page = await openPage(book, { cookie: draft });
  expect(page.findAll("[name=role]").map((field) => field.getAttribute("type"))).toEqual(["hidden"]);
  expect(page.find("[name=fees], [name=image]")).toBeNull();
  for (const words of [plumber.firstName, "Visit fee $", "You must be logged in to book.", "We've kept your request."])
    expect(page.text).toContain(words);
  const { cookie, answer } = await signUp(newEmail(), book, draft);
  expect(answer.headers.get("Location")).toContain("/signup/done?redirectTo=");
  for (const path of [done, done.replace("/signup/done", "/signin").replace("book", "registered")])
    expect(await wordsAt(path, `${cookie}; ${draft}`), path).toContain("Visit fee $");
  expect(await wordsAt(book)).not.toContain("Visit fee $");
});

test.each(["/signup", "/signin"])(
  "%s says that a request is kept, also if its plumber or time isn't known",
  async (path) => {
    const address = book.replace("/signup", path);
    const kept = "We've kept your request. Once you're signed in, you can check it and send it.";
    expect(await wordsAt(address, `__Host-draft=${newId()}`)).toContain(kept);
    for (const [one, cookie] of [
      [address, undefined],
      [path, `__Host-draft=${newId()}`],
    ] as [string, string | undefined][])
      expect(await wordsAt(one, cookie), one).not.toContain("We've kept your request");
  },
);

test("the page of the emailed link shows the request that it sends, and none where two are meant", async () => {
  const { email } = await signUp(newEmail(), book, await keepRequest());
  const link = `/verify-email?token=${await verificationTokenFor(context, email)}`;
  expect(await wordsAt(link)).toMatch(/Visit fee \$.*Verify and send the request/s);
  await signUp(email, book, await keepRequest());
  expect(await wordsAt(link)).not.toContain("Visit fee $");
});

test("both pages after sign-up name the address, and offer to send again and to change it", async () => {
  const { email, cookie } = await signUp();
  for (const path of ["/signup/done", SIGN_IN]) {
    const page = await openPage(path, { cookie });
    for (const words of [email, "Send it again", "Wrong address? Change it", "Registration successful!"])
      expect(page.text, path).toContain(words);
    expect(page.text).not.toContain("our office looks at your profile");
    expect((await visit(path, { cookie })).headers.get("Cache-Control"), path).toBe("private, no-store");
  }
  const done = await openPage("/signup/done", { cookie });
  const toSignIn = done.findAll("main a").find((link) => link.textContent === "Go to sign in");
  expect([toSignIn?.getAttribute("href"), toSignIn?.className]).toEqual([SIGN_IN, "button button-quiet"]);
  const signIn = await openPage(SIGN_IN, { cookie });
  expect(signIn.find("details:not([open]) input[type=email]")?.getAttribute("value")).toBe(email);
});

test("a plumber who signed up reads what comes next", async () => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...PLUMBER_FIELDS, email: newEmail() })) form.set(name, value);
  form.set("image", await png(40, 40), "me.png");
  const answer = await visit("/signup", { form });
  expect(await wordsAt("/signup/done", cookieOf(answer, "signed-up"))).toContain("our office looks at your profile");
});

test("no address in a URL, no cookie of our own making, and no other page names or emails anyone", async () => {
  const { email, cookie } = await signUp();
  const forged = cookie.replace(/.$/, (last) => (last === "A" ? "B" : "A"));
  for (const [path, sent] of [
    [`/signup/done?email=${email}`, undefined],
    [`${SIGN_IN}&email=${email}`, undefined],
    ["/signup/done", forged],
    ["/signin", cookie],
    ["/signup", cookie],
  ] as [string, string | undefined][])
    expect(await wordsAt(path, sent), path).not.toContain(email);
  // Sealed: whoever copies the cookie reads no address in it.
  expect(atob(cookie.split("=")[1]!.replace(/-/g, "+").replace(/_/g, "/"))).not.toContain(email);
  const before = (await emailsTo(context, email)).length;
  for (const sent of [undefined, forged, "__Host-signed-up=nonsense"])
    for (const form of [
      { intent: "again", email },
      { email, password: PASSWORD },
    ] as Record<string, string>[]) {
      const answer = await visit("/signup/done?change=1", { cookie: sent, form });
      expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/signup"]);
    }
  expect((await visit("/signup/done?change=1")).headers.get("Location")).toBe("/signup");
  expect((await emailsTo(context, email)).length).toBe(before);
});

test("the address is sent again to itself alone, three times an hour, and then the same is said", async () => {
  const { email, cookie } = await signUp();
  const other = newEmail();
  const again = () => visit("/signup/done?change=1", { cookie, form: { intent: "again", email: other } });
  for (const _ of [1, 2, 3, 4]) {
    const answer = await again();
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, SIGN_IN]);
  }
  expect([await emailsTo(context, email), await emailsTo(context, other)].map(({ length }) => length)).toEqual([4, 0]);
});

test("an email is changed with the sign-up's password alone, and the answer is the same for a taken one", async () => {
  const owner = await createUser(context, "client", { passwordHash });
  const changeTo = async (email: string, password: string) => {
    const { cookie } = await signUp();
    return visit("/signup/done?change=1", { cookie, form: { email, password } });
  };
  const free = newEmail();
  await expectPage(changeTo(free, "not the one"), 400, "That isn't the password you chose when you signed up.", free);
  expect(await emailsTo(context, free)).toEqual([]);
  for (const email of [free, owner.email]) {
    const answer = await changeTo(email, PASSWORD);
    expect([answer.status, answer.headers.get("Location"), answer.headers.get("Refresh")]).toEqual([
      303,
      "/signup/done",
      null,
    ]);
    expect(await wordsAt("/signup/done", cookieOf(answer, "signed-up"))).toContain(email);
  }
  const page = await visit("/signup/done?change=1", { cookie: (await signUp()).cookie });
  expect(page.headers.get("Refresh")).toBeNull();
});

test("the address is named for an hour, and not after anyone has signed in or out in that browser", async () => {
  const { email, cookie, answer } = await signUp();
  expect(answer.headers.getSetCookie().join()).toMatch(
    /__Host-signed-up=[\w-]+; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=3600/,
  );
  const named = (hours: number) => atTime(currentInstant() + hours * HOUR, () => wordsAt(SIGN_IN, cookie));
  expect(await named(0.9)).toContain(email);
  expect(await named(1.1)).not.toContain(email);
  const user = await createUser(context, "client", { passwordHash });
  const signedIn = await visit("/signin", { cookie, form: { email: user.email, password: PASSWORD } });
  const out = await visit("/signout", { cookie: `${cookieOf(signedIn)}; ${cookie}`, form: {} });
  const verified = await visit(`/verify-email?token=${await verificationTokenFor(context, email)}`, {
    cookie,
    form: { password: PASSWORD },
  });
  for (const ended of [signedIn, out, verified])
    expect(ended.headers.getSetCookie().join()).toContain("__Host-signed-up=; Path=/");
});

test.each(["/verify-email", "/reset-password", "/claim-account"])(
  "%s without a token says first what is wrong",
  async (path) => expect(await wordsAt(path)).toMatch(/This link is incomplete\..*\(No token provided\.\)/s),
);
