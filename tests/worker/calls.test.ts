import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { notices } from "~/db/schema";
import { dateAt } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { textOf, visit } from "../support/site";
import { rowOf, seedTownForAdmin, startFields } from "../support/town";

// A client without an email, from the office's booking to the answer on the phone (N20), by the pages of everyone.
const town = await seedTownForAdmin();
const form = {
  client: "new",
  firstName: "Chipo",
  lastName: "Dube",
  phone: "0778765432",
  city: "Harare",
  plumber: town.plumber.id,
  serviceType: "Leak Fixing",
  street: "1 King George Road",
  ...startFields(town.starts.at(-12)!),
};
const made = await visit("/admin-dashboard/bookings/new", { cookie: town.cookies.admin, form });
const id = made.headers.get("Location")!.split("/").at(-1)!;

const job = (path = "") => `/plumber-dashboard/jobs/${id}${path}`;
const office = (path = "") => `/admin-dashboard/bookings/${id}${path}`;

const wordsOf = async (response: Response) =>
  (await textOf(response)).replaceAll("&#x27;", "'").replace(/<[^>]+>/g, "");

/** The message after a form. */
async function send(path: string, who: "plumber" | "admin", form: Record<string, string>): Promise<string> {
  const response = await visit(path, { cookie: town.cookies[who], form });
  expect([response.status, await response.text()]).toEqual([303, ""]);
  const flash = response.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-flash="));
  return read(response.headers.get("Location")!, who, flash!.split(";")[0]);
}
const read = async (path: string, who: "plumber" | "admin", flash = "") =>
  wordsOf(await visit(path, { cookie: `${town.cookies[who]}; ${flash}` }));

const NOTE = "Booked by phone, without an email address: please call.";
const TELLS = "The client has no email. Our office will let them know.";

test("the plumber reads that the office tells the client, the office whom to call and what to say", async () => {
  expect(await read("/admin-dashboard/calls", "admin")).toContain("Nobody to call.");
  const confirmed = await send(job("/confirm"), "plumber", {});
  expect(confirmed).toContain(`The job is confirmed. ${TELLS}`);
  expect(confirmed).toContain("Our office tells them what happens here, and passes on their answers.");
  const quoted = await send(job("/quote"), "plumber", {
    "lines[0].what": "A new valve",
    "lines[0].amount": "60",
    validUntil: dateAt(town.starts.at(-1)!),
  });
  expect(quoted).toContain(`Your quote is saved. ${TELLS}`);

  const calls = await read("/admin-dashboard/calls", "admin");
  const quote = "Tendai Own's quote: $60. Ask for";
  for (const text of ["Chipo Dube", "+263\u00a077\u00a0876\u00a05432", "has confirmed the booking.", quote])
    expect(calls).toContain(text);
  expect(await read("/admin-dashboard", "admin")).toMatch(/Clients to call.{0,80}1/s);
  expect(await read(office(), "admin")).toContain("Call Chipo Dube");
  for (const shown of [confirmed, await read(office(), "admin")]) expect(shown).toContain(NOTE);
  expect(await read(`/plumber-dashboard/jobs/${town.confirmed}`, "plumber")).not.toContain(NOTE);

  const form = await read(office("/money/decline-quote"), "admin");
  expect(form).toContain("You pass on what Chipo Dube said on the phone.");
  const accepted = await send(office("/money/accept-quote"), "admin", { version: "1" });
  expect(accepted).toContain("The quote is accepted. We've told Tendai.");
  expect(accepted).toContain("Our office accepted the quote for $60");
  expect(await read("/admin-dashboard/calls", "admin")).toContain("Nobody to call.");
});

test("the office accepts a suggested time for them", async () => {
  const start = town.starts.at(-9)!;
  const suggested = await send(job("/reschedule"), "plumber", startFields(start));
  expect(suggested).toContain(`Your suggestion is saved. ${TELLS}`);
  expect(await read(office(), "admin")).toContain("Answer the new time");
  const question = await read(office("/reschedule"), "admin");
  expect(question).toContain("Accept the new time");
  expect(question).toContain(`${fullName(town.plumber)} suggested:`);
  expect(question).not.toContain(`and ${fullName(town.plumber)} suggested:`);
  await send(office("/reschedule"), "admin", { intent: "accept", start: String(start) });
  expect(await rowOf(town.context, id)).toMatchObject({ startsAt: start, proposedStart: null });
});

test("a client who cannot read is no one to write to, for the plumber and for the office", async () => {
  const { clientId } = await rowOf(town.context, id);
  for (const [who, cookie] of [
    ["plumber", town.cookies.plumber],
    ["admin", town.cookies.admin],
  ])
    expect((await visit(`/${who}-dashboard/messages/${clientId}`, { cookie })).status).toBe(404);
  const ticket = await textOf(await visit(job(), { cookie: town.cookies.plumber }));
  expect(ticket).not.toMatch(/href="\/plumber-dashboard\/messages\/[a-z0-9]+"/);
});

test("told from the booking's page leads back to it; what the office did itself asks it to call", async () => {
  const cancelled = await send(office("/cancel"), "admin", { reasonText: "No water in town" });
  expect(cancelled).toContain(
    "Done. We've told the plumber. The client has no email: we text them, or you find them in Calls.",
  );
  expect(cancelled).toContain("Call Chipo Dube");
  const intent = `told:${id}`;
  const nonsense = { cookie: town.cookies.admin, form: { intent, until: "soon" } };
  expect((await visit("/admin-dashboard/calls", nonsense)).status).toBe(404);
  const news = await town.context.db.select().from(notices).where(eq(notices.channel, "call"));
  const until = String(Math.max(...news.map(({ createdAt }) => createdAt)));
  const told = await send("/admin-dashboard/calls?booking", "admin", { intent, until });
  expect(told).toContain("Our office told the client by phone");
  expect(told).not.toContain("Call Chipo Dube");
});
