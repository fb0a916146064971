import { expect, test, vi } from "vitest";
import { FORM_ID_FIELD } from "~/domain/idempotency/sent-form";
import { BUILD_HEADER, FORM_HEADER, LEADS_TO_HEADER } from "./own-headers";
import { currentInstant } from "../../tests/support/now";
import { openPage } from "../../tests/support/browser-page";
import { fakeUploads } from "../../tests/support/fake-upload";

// A page without the framework's script sends its forms on a bad line, and keeps what was typed (rule 87).

const FORM = (owner = "") => `<form method="post" action="/appointment/abc#problem" data-keep="request">
    <input type="hidden" name="for" value="${owner}"><input name="street"><textarea name="notes"></textarea>
    <input type="radio" name="time" value="9"><input type="radio" name="time" value="10">
    <select name="job"><option value="">Choose</option><option>Leak</option></select>
    <input type="password" name="password"><input type="file" name="photo">
    <button id="book" name="intent" value="book" data-busy="Booking...">Book</button></form>`;

const OTHER_NETWORK = { "Content-Type": "text/html" };
const KEY = "words  /appointment/abc request";

async function open(body = FORM(), kept: Record<string, string> = {}, path = "/appointment/abc") {
  vi.useRealTimers();
  const page = await openPage(path, body);
  const sent = fakeUploads();
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  vi.useFakeTimers({ now: currentInstant() });
  Element.prototype.scrollIntoView = vi.fn();
  await import("../enhance");
  const field = (name: string) => page.find<HTMLInputElement>(`[name=${name}]`);
  return {
    ...page,
    sent,
    field,
    type(name: string, value: string) {
      field(name).value = value;
      field(name).dispatchEvent(new Event("input", { bubbles: true }));
    },
    book: () => page.press("#book"),
    notice: () => page.find("[data-not-sent]")?.textContent ?? null,
    idOf: (at: number) => sent[at]!.fields[FORM_ID_FIELD],
  };
}

test("a form goes out with its button, its id and the mark of a script, to where its address leads", async () => {
  const { book, type, sent, find } = await open();
  type("street", "12 Samora Machel Ave");
  expect(book()).toBe(false);
  const fields = { street: "12 Samora Machel Ave", intent: "book", [FORM_ID_FIELD]: expect.stringMatching(/^\w{24}$/) };
  expect(sent[0]).toMatchObject({ method: "POST", url: "https://pombi.test/appointment/abc#problem", fields });
  expect(sent[0]!.headers).toHaveProperty(FORM_HEADER);
  expect(find("#book").textContent).toBe("Booking...");
});

test.each<{ where: string; leadsTo: string; reloads: number }>([
  { where: "another page", leadsTo: "/client-dashboard/bookings/b1", reloads: 0 },
  { where: "a part of another page", leadsTo: "/signup?redirectTo=%2F#book", reloads: 0 },
  { where: "a part of this page, so the page is loaded again", leadsTo: "/appointment/abc#sent", reloads: 1 },
])("an answer that leads to $where is followed, and the words are kept no longer", async ({ leadsTo, reloads }) => {
  const { book, type, sent, location } = await open();
  type("notes", "It drips");
  book();
  await sent[0]!.answer("", 204, { [BUILD_HEADER]: "mine", [LEADS_TO_HEADER]: leadsTo });
  await vi.waitFor(() => expect(location.assign).toHaveBeenCalledWith(`https://pombi.test${leadsTo}`));
  expect([location.reload.mock.calls.length, localStorage.length]).toEqual([reloads, 0]);
  // Loaded again, it shows the part that it leads to, not where the button was.
  expect(history.scrollRestoration === "manual").toBe(reloads > 0);
});

test("an answer that is a page stands in place of the old one, under the form's address", async () => {
  const { book, type, sent, find } = await open();
  type("notes", "It drips");
  const replaceState = vi.spyOn(history, "replaceState");
  book();
  await sent[0]!.answer("<!doctype html><title>Error</title><p id='problem'>Please give the street.</p>", 400);
  await vi.waitFor(() => expect(find("p")?.textContent).toBe("Please give the street."));
  expect(String(replaceState.mock.calls[0]![2])).toBe("https://pombi.test/appointment/abc#problem");
  expect(localStorage.length).toBe(0);
});

test.each<{ what: string; answer: string | null; headers?: Record<string, string> }>([
  { what: "of a lost connection", answer: null },
  { what: "of a network in between", answer: "<p>Buy data</p>", headers: OTHER_NETWORK },
])("an answer $what is no answer: the form goes out again under its id until ours comes", async (row) => {
  const { answer, headers } = row;
  const { book, type, sent, location, idOf } = await open();
  type("notes", "It drips");
  book();
  for (const at of [0, 1, 2]) {
    await sent[at]!.answer(answer, 200, headers);
    expect(localStorage.getItem(KEY)).toContain("It drips");
    await vi.advanceTimersByTimeAsync(4000);
    expect(sent).toHaveLength(at + 2);
  }
  expect(new Set([0, 1, 2, 3].map(idOf)).size).toBe(1);
  await sent[3]!.answer("", 204, { [BUILD_HEADER]: "mine", [LEADS_TO_HEADER]: "/done" });
  await vi.advanceTimersByTimeAsync(0);
  expect(location.assign).toHaveBeenCalledTimes(1);
});

test("a form that has had no answer for a minute says so, keeps its words, and can be sent again", async () => {
  const { book, type, sent, find, field, notice, idOf } = await open();
  type("notes", "It drips");
  book();
  for (let at = 0; notice() === null; at += 1) {
    expect(at).toBeLessThan(30);
    await sent[at]?.answer(null);
    await vi.advanceTimersByTimeAsync(8000);
  }
  expect(notice()).toMatch(/^Not sent yet/);
  expect([field("notes").value, find("#book").textContent]).toEqual(["It drips", "Book"]);
  const before = sent.length;
  book();
  expect([sent.length, notice()]).toEqual([before + 1, null]);
  expect(idOf(before)).toBe(idOf(0));
});

test("a form whose words were changed after a lost answer is another form, with another id", async () => {
  const { book, type, sent, show, idOf } = await open();
  type("notes", "It drips");
  book();
  show(true);
  type("notes", "It drips a lot");
  book();
  expect(sent).toHaveLength(2);
  expect(idOf(1)).not.toBe(idOf(0));
});

test("a connection that carries nothing is given up after 30 seconds, one that moves is not", async () => {
  const { book, sent } = await open();
  book();
  await vi.advanceTimersByTimeAsync(29_000);
  sent[0]!.progress(1, 4);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(sent[0]!.isAborted()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent[0]!.isAborted()).toBe(true);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent).toHaveLength(2);
});

test("an answer of ours that is no page is said beside the words", async () => {
  const { book, type, sent, field, notice } = await open();
  type("notes", "It drips");
  book();
  await sent[0]!.answer("This is too large.", 413, { [BUILD_HEADER]: "mine", "Content-Type": "text/plain" });
  await vi.waitFor(() => expect(notice()).toBe("This is too large."));
  expect(field("notes").value).toBe("It drips");
});

test("what is typed and chosen outlives the page, but for secrets, files and what the page has written", async () => {
  const first = await open();
  first.type("notes", "It drips");
  first.field("job").value = "Leak";
  first.find<HTMLInputElement>("[value='10']").checked = true;
  first.type("password", "a fine password");
  const kept = localStorage.getItem(KEY)!;
  expect(kept).not.toMatch(/password|photo|"for"/);
  const { field, find } = await open(FORM(), { [KEY]: kept });
  expect([field("notes").value, field("job").value, field("password").value]).toEqual(["It drips", "Leak", ""]);
  expect(find<HTMLInputElement>("[value='10']").checked).toBe(true);
});

const keptAt = (age: number) => JSON.stringify({ at: currentInstant() - age, values: { notes: ["It drips"] } });
const HOUR = 3_600_000;

const OF_ANNA = KEY.replace("  ", " anna ");

test.each<{ what: string; owner?: string; key?: string; value: () => string; shown: string }>([
  { what: "of a day ago", value: () => keptAt(24 * HOUR), shown: "" },
  { what: "of almost a day ago", value: () => keptAt(23.9 * HOUR), shown: "It drips" },
  { what: "of a visitor, on a person's page", owner: "anna", value: () => keptAt(0), shown: "" },
  { what: "of a person, on their page", owner: "anna", key: OF_ANNA, value: () => keptAt(0), shown: "It drips" },
  { what: "of another person", owner: "ben", key: OF_ANNA, value: () => keptAt(0), shown: "" },
  { what: "of another page", key: KEY.replace("abc", "def"), value: () => keptAt(0), shown: "" },
  { what: "that are damaged", value: () => "{", shown: "" },
  { what: "that are null", value: () => "null", shown: "" },
  { what: "in another form", value: () => '{"at":9e15,"values":{"notes":1}}', shown: "" },
])("kept words $what are shown to whom they belong, for a day", async ({ owner, key = KEY, value, shown }) => {
  const { field, book, sent } = await open(FORM(owner), { [key]: value() });
  expect(field("notes").value).toBe(shown);
  book();
  expect(sent).toHaveLength(1);
});

test("a form is sent where nothing can be stored", async () => {
  const { book, type, sent } = await open();
  const blocked = () => {
    throw new Error("QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem: blocked, getItem: blocked, removeItem: blocked });
  type("notes", "It drips");
  book();
  await sent[0]!.answer(null);
  await vi.advanceTimersByTimeAsync(500);
  expect(sent.map(({ fields }) => fields["notes"])).toEqual(["It drips", "It drips"]);
});

const PICKER = `<form method="post" data-keep="request"><textarea name="notes"></textarea>
    <input type="radio" name="appointmentDate" value="2026-12-01" checked>
    <input type="radio" name="appointmentDate" value="2026-12-03">
    <input type="radio" name="appointmentTime" value="2:30 pm" checked>
    <input type="radio" name="appointmentTime" value="3:00 pm"></form>`;

test.each(["2026-12-03", "2026-11-30"])(
  "a day and time that were chosen before (%s) never take the place of those that a link has led to",
  async (day) => {
    const first = await open(PICKER.replace("2026-12-03", day));
    for (const value of [day, "3:00 pm"]) first.find<HTMLInputElement>(`[value='${value}']`).checked = true;
    first.type("notes", "It drips");
    const { field } = await open(PICKER, { [KEY]: localStorage.getItem(KEY)! });
    expect(field("notes").value).toBe("It drips");
    const shown = [...document.querySelectorAll<HTMLInputElement>(":checked")].map(({ value }) => value);
    expect(shown).toEqual(["2026-12-01", "2:30 pm"]);
  },
);
