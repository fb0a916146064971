import { beforeAll, describe, expect, test } from "vitest";
import { newId } from "~/domain/values/id";
import { REVALIDATION_HEADER } from "~/realtime/revalidation";
import { createUser, signedIn } from "../support/users";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const write = (cookie: string, to: string, content: string) =>
  visit(`/messages/${to}`, { cookie, form: { id: newId(), content } });
/** The counts in the menu and in the list of conversations, as the page comes from the server. */
const countsIn = (html: string) =>
  [...html.matchAll(/<span class="min-w-6[^"]*">(\d+)/g)].map((match) => Number(match[1]));
const read = async (path: string, cookie: string, headers = {}) => (await visit(path, { cookie, headers })).text();
const unreadOf = async (cookie: string) => countsIn(await read("/client-dashboard", cookie))[0] ?? 0;

describe("without script", () => {
  test("the messages of the conversation that a page shows do not count as unread on it, others do", async () => {
    const { cookies, client, plumber, admin } = town;
    await write(cookies.plumber, client.id, "One");
    await write(cookies.plumber, client.id, "Two");
    await write(cookies.admin, client.id, "From the office");
    expect(await unreadOf(cookies.client)).toBe(3);
    const page = await read(`/client-dashboard/messages/${plumber.id}`, cookies.client);
    expect(page).toContain("Two");
    // The menu twice (side and tabs), and the admin in the list.
    expect(countsIn(page)).toEqual([1, 1, 1]);
    expect(await unreadOf(cookies.client)).toBe(1);
    expect(countsIn(await read(`/client-dashboard/messages/${admin.id}`, cookies.client))).toEqual([]);
  });

  test("the page holds a frame for what comes next, and a way to load all of it", async () => {
    const { cookies, client, plumber } = town;
    await write(cookies.plumber, client.id, "Before the page");
    const page = await visit(`/client-dashboard/messages/${plumber.id}`, { cookie: cookies.client });
    expect(page.headers.get("Content-Security-Policy")).toContain("frame-src 'self'");
    expect(page.headers.get("Refresh")).toBeNull();
    const html = await page.text();
    const [, noscript = ""] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? [];
    expect(noscript).toContain(">Reload</a>");
    const [, src = ""] = /<iframe[^>]* src="([^"]+)"/.exec(noscript) ?? [];

    const empty = await visit(src, { cookie: cookies.client });
    expect(empty.headers.get("Refresh")).toBe("30");
    expect(empty.headers.get("X-Frame-Options")).toBe("SAMEORIGIN");
    expect(empty.headers.get("Content-Security-Policy")).toContain("frame-ancestors 'self'");
    expect(empty.headers.get("Cache-Control")).toBe("private, no-store");
    const text = await empty.text();
    expect(text).toContain("New messages appear here.");
    expect(text).not.toMatch(/Before the page|<script/);

    const unread = await unreadOf(cookies.client);
    await write(cookies.plumber, client.id, "After <the> page");
    expect(await read(src, cookies.client)).toContain("After &lt;the&gt; page");
    expect(await unreadOf(cookies.client)).toBe(unread);
  });
});

test("a revalidation marks nothing as read: nobody may be looking at the page", async () => {
  const { cookies, client, plumber } = town;
  const before = await unreadOf(cookies.client);
  await write(cookies.plumber, client.id, "Is anybody there?");
  await read(`/client-dashboard/messages/${plumber.id}.data`, cookies.client, { [REVALIDATION_HEADER]: "1" });
  expect(await unreadOf(cookies.client)).toBe(before + 1);
  await read(`/client-dashboard/messages/${plumber.id}.data`, cookies.client);
  expect(await unreadOf(cookies.client)).toBe(before);
});

test("the admins' message page lists all users but oneself, a page at a time", async () => {
  const { context, admin, cookies } = town;
  const users = await Promise.all(Array.from({ length: 40 }, () => createUser(context, "client")));
  const adminCookie = await signedIn(context, admin);
  const listed = new Set<string>();
  let path: string | null = "/admin-dashboard/messages";
  for (let pages = 0; path !== null && pages < 10; pages++) {
    const html: string = await read(path, adminCookie);
    expect(html).toContain("All users");
    const [, all = ""] = html.split("All users");
    for (const [, id] of all.matchAll(/href="\/admin-dashboard\/messages\/([\w-]+)"/g)) listed.add(id!);
    const next: string | undefined = /href="([^"]*users=[^"]*)"/.exec(all)?.[1];
    path = next ? `/admin-dashboard/messages${next.replace(/^[^?]*/, "").replaceAll("&amp;", "&")}` : null;
  }
  for (const { id } of [...users, town.client, town.plumber, town.otherPlumber]) expect(listed).toContain(id);
  expect(listed).not.toContain(admin.id);
  expect(await read("/admin-dashboard/messages?users=nonsense", cookies.admin)).toContain("All users");
});
