import { beforeEach, expect, test, vi } from "vitest";
import { openPage } from "../../tests/support/browser-page";
import { isTyped } from "./page-state";

// @vitest-environment jsdom

beforeEach(() => {
  document.body.innerHTML = `
    <input name="note" value="as it came">
    <textarea name="content">as it came</textarea>
    <input type="hidden" name="id" value="1">
    <input type="checkbox" name="sure">
    <input type="checkbox" name="quiet" checked>
    <input type="radio" name="stars" value="4">
    <input type="radio" name="stars" value="5" checked>
    <select name="way"><option>Cash</option><option>EcoCash</option></select>
    <select name="city"><option>Harare</option><option selected>Gweru</option></select>`;
});
const field = <Field = HTMLInputElement>(query: string) => document.querySelector(query) as Field;

test("a page as it came has nothing typed, whatever is ticked and chosen in it", () => {
  expect(isTyped()).toBe(false);
});

test.each<[string, () => void]>([
  ["a field", () => (field("[name=note]").value = "half typed")],
  ["a text", () => (field<HTMLTextAreaElement>("[name=content]").value = "")],
  ["a tick", () => (field("[name=sure]").checked = true)],
  ["a tick that was taken away", () => (field("[name=quiet]").checked = false)],
  ["another choice", () => (field("[value='4']").checked = true)],
  ["another of a list", () => (field<HTMLSelectElement>("[name=way]").selectedIndex = 1)],
  ["the first of a list that came with another", () => (field<HTMLSelectElement>("[name=city]").selectedIndex = 0)],
])("%s counts as typed", (_, type) => {
  type();
  expect(isTyped()).toBe(true);
});

test("a script's value in a hidden field does not count", () => {
  field("[name=id]").value = "2";
  expect(isTyped()).toBe(false);
});

/** A page that watches for its leaving, with a link to a file in it. */
async function watched() {
  const page = await openPage("/client-dashboard", '<a id="file" data-file><b>Receipt</b></a><a id="link">Home</a>');
  vi.useFakeTimers({ toFake: ["performance", "setTimeout"] });
  const { watchLeaving, isLeaving, untilStaying } = await import("./page-state");
  watchLeaving();
  expect(isLeaving()).toBe(false);
  return { ...page, isLeaving, untilStaying };
}
const leave = () => dispatchEvent(new Event("beforeunload"));

test("a page is being left until it is shown again, or for thirty seconds: then nothing else is coming", async () => {
  const { isLeaving, show } = await watched();
  leave();
  vi.advanceTimersByTime(29_999);
  expect(isLeaving()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isLeaving()).toBe(false);
  leave();
  show(true);
  expect(isLeaving()).toBe(false);
});

test("a page from which a file is fetched stays, and is left by a link after that", async () => {
  const { isLeaving, find } = await watched();
  find("#file b").click();
  leave();
  expect(isLeaving()).toBe(false);
  find("#link").click();
  leave();
  expect(isLeaving()).toBe(true);
});

test("what waits until a page stays goes on once it is clear that it does", async () => {
  const { untilStaying } = await watched();
  const done = vi.fn();
  leave();
  void untilStaying().then(done);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1500);
  expect(done).toHaveBeenCalledTimes(1);
});
