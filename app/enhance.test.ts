import { expect, test, vi } from "vitest";
import { openPage, setBrowserValue } from "../tests/support/browser-page";
import { fakeCaches } from "../tests/support/fake-caches";
import { fakeUploads } from "../tests/support/fake-upload";
import { BUILD_HEADER } from "./realtime/own-headers";
import { choose, fakeCanvas, photoOf } from "../tests/support/fake-canvas";

// The whole script of public pages, on pages of its own.

async function open(body: string, path = "/book") {
  const page = await openPage(path, body);
  const sent = fakeUploads();
  await import("./enhance");
  return { ...page, sent };
}
const FORM = `
  <form method="post"><input name="note"><button id="save" data-busy="Saving..."><b>Save</b></button></form>
  <form method="post"><button id="other">Other</button></form>
  <form method="get"><button id="find">Find</button></form>`;
const SIGN_OUT = '<form method="post" action="/signout"><button>Logout</button></form>';

test("a form is sent once, its button says so, and other forms and searches are sent as often as one likes", async () => {
  const { press, find, sent } = await open(FORM);
  setBrowserValue(find("#save"), "offsetWidth", 90);
  expect(["#save", "#save", "#other", "#find", "#find"].map(press)).toEqual([false, false, false, true, true]);
  expect(sent).toHaveLength(2);
  expect([find("#save").innerHTML, find("#save").getAttribute("aria-busy")]).toEqual(["Saving...", "true"]);
  expect(find("#save").style.minWidth).toBe("90px");
  expect([find("#other").innerHTML, find("#other").getAttribute("aria-busy")]).toEqual(["Other", "true"]);
  expect(find("#find").getAttribute("aria-busy")).toBeNull();
});

test("a form that something else has stopped can be sent afterwards", async () => {
  const { press, find, sent } = await open(FORM);
  const stop = (event: Event) => event.preventDefault();
  find("form").addEventListener("submit", stop);
  press("#save");
  find("form").removeEventListener("submit", stop);
  expect([find("#save").innerHTML, sent.length]).toEqual(["<b>Save</b>", 0]);
  press("#save");
  expect(sent).toHaveLength(1);
});

test("a form that Back brings from the browser's cache can be sent again, under its own label", async () => {
  const { press, find, show, sent } = await open(FORM);
  press("#save");
  show(true);
  expect([find("#save").innerHTML, find("#save").getAttribute("aria-busy")]).toEqual(["<b>Save</b>", null]);
  press("#save");
  expect(sent).toHaveLength(2);
});

test.each<{ page: string; body: string; persisted: boolean; reloads: number }>([
  { page: "a signed-in user's page that Back brings", body: SIGN_OUT, persisted: true, reloads: 1 },
  { page: "a signed-in user's page that is loaded", body: SIGN_OUT, persisted: false, reloads: 0 },
  { page: "a visitor's page that Back brings", body: FORM, persisted: true, reloads: 0 },
])("$page is asked for again as it should be: the session may have ended", async ({ body, persisted, reloads }) => {
  const { show, location } = await open(body);
  show(persisted);
  expect(location.reload).toHaveBeenCalledTimes(reloads);
});

test.each([
  ["/signin", ["assets", "words"]],
  ["/signup", ["pages a@b.c", "assets", "pages d@e.f", "words"]],
  ["/", ["pages a@b.c", "assets", "pages d@e.f", "words"]],
])("pages that were kept for someone end where one signs in, and nothing else does: %s", async (path, left) => {
  const page = await openPage(path, "");
  const caches = fakeCaches(page.location.origin, async () => new Response());
  for (const name of ["pages a@b.c", "assets", "pages d@e.f", "words"]) await caches.open(name);
  vi.stubGlobal("caches", caches);
  await import("./enhance");
  await vi.waitFor(async () => expect(await caches.keys()).toEqual(left));
});

const PHOTO = `<form method="post"><input type="file" name="photo" data-shrink><button id="save">Save</button></form>`;

test("a chosen photo is replaced by the shrunk one, and a form that is sent meanwhile waits for it", async () => {
  const { press, find, sent } = await open(PHOTO);
  const { drawn } = fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 50_000 } });
  const input = find<HTMLInputElement>("input");
  const chosen = photoOf(400_000);
  const requestSubmit = vi.fn(() => void press("#save"));
  find<HTMLFormElement>("form").requestSubmit = requestSubmit;
  choose(input, chosen);
  press("#save");
  expect(find("#save").getAttribute("aria-busy")).toBe("true");
  expect(sent).toHaveLength(0);
  await vi.waitFor(() => expect(requestSubmit).toHaveBeenCalledTimes(1));
  expect([...(input.files ?? [])]).toMatchObject([{ size: 50_000, name: "photo.jpg" }]);
  expect(drawn[0]!.canvas).toEqual([1024, 768]);
  expect(sent).toHaveLength(1);
});

test("a photo that is shrunk before its form is sent sends nothing by itself", async () => {
  const { press, find, sent } = await open(PHOTO);
  fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 50_000 } });
  const requestSubmit = vi.fn();
  find<HTMLFormElement>("form").requestSubmit = requestSubmit;
  const input = find<HTMLInputElement>("input");
  choose(input, photoOf(400_000));
  await vi.waitFor(() => expect(input.files?.[0]?.size).toBe(50_000));
  await vi.waitFor(() => expect(find("form").dataset["shrinking"]).toBeUndefined());
  expect(requestSubmit).not.toHaveBeenCalled();
  press("#save");
  expect(sent).toHaveLength(1);
});

test("of two photos chosen one after the other the second is sent, whichever is shrunk first", async () => {
  const { find } = await open(PHOTO);
  const { decoded, drawn } = fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 50_000 } });
  const bitmap = await decoded(photoOf(1000));
  let decodeFirst: (image: typeof bitmap) => void = () => undefined;
  decoded.mockImplementationOnce(() => new Promise((resolve) => (decodeFirst = resolve)));
  const input = find<HTMLInputElement>("input");
  choose(input, photoOf(400_000, "first.jpg"));
  choose(input, photoOf(40_000, "second.jpg"));
  await vi.waitFor(() => expect(find("form").dataset["shrinking"]).toBeUndefined());
  decodeFirst(bitmap);
  await vi.waitFor(() => expect(drawn).toHaveLength(1));
  expect([...(input.files ?? [])].map(({ name }) => name)).toEqual(["second.jpg"]);
});

test("a form whose photo was taken away again while it was shrunk can be sent", async () => {
  const { press, find, sent } = await open(PHOTO);
  const { drawn } = fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 50_000 } });
  const input = find<HTMLInputElement>("input");
  choose(input, photoOf(400_000));
  choose(input);
  await vi.waitFor(() => expect(drawn).toHaveLength(1));
  press("#save");
  expect(sent).toHaveLength(1);
});

test("a form that was pressed while a photo was shrunk, and not sent, goes out by no later photo", async () => {
  const { press, find, sent } = await open(PHOTO);
  fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 50_000 } });
  Element.prototype.scrollIntoView = vi.fn();
  const form = find<HTMLFormElement>("form");
  const requestSubmit = vi.fn(() => void press("#save"));
  form.requestSubmit = requestSubmit;
  choose(find("input"), photoOf(400_000));
  press("#save");
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  await sent[0]!.answer("This is too large.", 413, { [BUILD_HEADER]: "mine", "Content-Type": "text/plain" });
  await vi.waitFor(() => expect(form.dataset["sent"]).toBeUndefined());
  choose(find("input"), photoOf(400_000));
  await vi.waitFor(() => expect(form.dataset["shrinking"]).toBeUndefined());
  expect(requestSubmit).toHaveBeenCalledTimes(1);
});

test("filters are applied as they are chosen, and those that aren't stay out of the address", async () => {
  const { find } = await open(
    `<form data-at-once><select name="city"><option>Harare</option></select><input name="q" value=""><button>Apply</button></form>`,
  );
  const form = find<HTMLFormElement>("form");
  form.requestSubmit = vi.fn();
  find("select").dispatchEvent(new Event("change", { bubbles: true }));
  expect(form.requestSubmit).toHaveBeenCalledTimes(1);
  const formData = new FormData(form);
  form.dispatchEvent(Object.assign(new Event("formdata"), { formData }));
  expect([...formData]).toEqual([["city", "Harare"]]);
});

test("filters are applied as they are chosen in Safari 15, which has no requestSubmit", async () => {
  const { find } = await openPage(
    "/",
    "<form data-at-once><select><option>Harare</option></select><button>Go</button></form>",
  );
  Reflect.deleteProperty(HTMLFormElement.prototype, "requestSubmit");
  await import("./enhance");
  const press = vi.spyOn(find("button"), "click").mockImplementation(() => undefined);
  find("select").dispatchEvent(new Event("change", { bubbles: true }));
  expect(press).toHaveBeenCalledTimes(1);
});

test("a password is shown and hidden again, and the button says which", async () => {
  const { find } = await open('<input type="password" value="secret">');
  const button = find("button");
  const state = () => [find<HTMLInputElement>("input").type, button.textContent, button.getAttribute("aria-label")];
  expect(state()).toEqual(["password", "Show", "Show password"]);
  button.click();
  expect(state()).toEqual(["text", "Hide", "Hide password"]);
  button.click();
  expect(state()).toEqual(["password", "Show", "Show password"]);
});

test("choosing of a list empties the field for another answer beside it, and no other field", async () => {
  const { find } = await open(
    `<div class="with-other"><select><option>Leak</option></select><input id="own" value="Other"></div><input id="far" value="Far">`,
  );
  find("#own").dispatchEvent(new Event("change", { bubbles: true }));
  expect(find<HTMLInputElement>("#own").value).toBe("Other");
  find("select").dispatchEvent(new Event("change", { bubbles: true }));
  expect([find<HTMLInputElement>("#own").value, find<HTMLInputElement>("#far").value]).toEqual(["", "Far"]);
});

const MENUS = `<details data-menu open id="a"><summary>A</summary><p>In A</p></details>
  <details data-menu open id="b"><summary>B</summary></details><details open id="c"><summary>C</summary></details>`;

const tap = (element: Element) => element.dispatchEvent(new Event("pointerdown", { bubbles: true }));
const type = (key: string) => dispatchEvent(new KeyboardEvent("keydown", { key }));

test.each<{ how: string; act: (find: (query: string) => HTMLElement) => void; left: string[]; focus?: string }>([
  { how: "a tap beside it", act: () => tap(document.body), left: ["c"] },
  { how: "a tap into another", act: (find) => tap(find("#a p")), left: ["a", "c"] },
  { how: "Escape, which leads back to its button", act: () => type("Escape"), left: ["c"], focus: "SUMMARY" },
  { how: "no other key", act: () => type("Tab"), left: ["a", "b", "c"] },
])("an open menu is closed by $how", async ({ act, left, focus = "BODY" }) => {
  const { find } = await open(MENUS);
  act(find);
  expect(document.activeElement?.tagName).toBe(focus);
  expect([...document.querySelectorAll("details[open]")].map(({ id }) => id)).toEqual(left);
});

test("a submenu that is closed by Escape stays closed until the focus has left it", async () => {
  const { find } = await open('<div class="submenu"><a href="/faq">FAQ</a></div>');
  type("Escape");
  expect(find(".submenu").className).toBe("submenu");
  find("a").focus();
  type("Escape");
  expect(find(".submenu").className).toBe("submenu closed");
  find("a").blur();
  expect(find(".submenu").className).toBe("submenu");
});

test.each<{ outcome: string; label: string; value: string }>([
  { outcome: "known", label: "Your place is marked", value: "-17.82916,31.05222" },
  { outcome: "unknown", label: "We can't tell where you are", value: "" },
])(
  "a place that is $outcome is marked in the form, or the page says that it can't be",
  async ({ outcome, label, value }) => {
    const page = await openPage(
      "/book",
      '<p data-pin hidden><input name="pin"><button type="button">Mark</button><span></span></p>',
    );
    const getCurrentPosition = (found: (at: object) => void, failed: () => void) =>
      outcome === "known" ? found({ coords: { latitude: -17.829159, longitude: 31.052224 } }) : failed();
    setBrowserValue(navigator, "geolocation", { getCurrentPosition });
    await import("./enhance");
    expect(page.find("[data-pin]").hidden).toBe(false);
    page.find("button").click();
    expect([page.find("span").textContent, page.find<HTMLInputElement>("input").value]).toEqual([label, value]);
  },
);

test("a page with its styles in it loads the font once it has arrived, and the stylesheet for who stays", async () => {
  const page = await openPage("/", "");
  document.head.innerHTML = '<style data-font="/assets/figtree.woff2" data-whole="/assets/styles.css"></style>';
  const fonts: string[] = [];
  const add = vi.fn();
  setBrowserValue(document, "fonts", { add });
  vi.stubGlobal(
    "FontFace",
    class {
      constructor(...[, source]: [string, string]) {
        fonts.push(source);
      }
      load = async () => this;
    },
  );
  await import("./enhance");
  const sheets = () =>
    [...document.querySelectorAll<HTMLLinkElement>("link")].map((link) => `${link.getAttribute("href")} ${link.media}`);
  dispatchEvent(new Event("scroll"));
  expect([fonts, sheets()]).toEqual([[], []]);
  dispatchEvent(new Event("load"));
  await vi.waitFor(() => expect(add).toHaveBeenCalledTimes(1));
  expect([fonts, sheets()]).toEqual([["url(/assets/figtree.woff2)"], []]);
  for (const sign of ["scroll", "keydown"]) dispatchEvent(new Event(sign));
  expect(sheets()).toEqual(["/assets/styles.css print"]);
  expect(page.location.reload).not.toHaveBeenCalled();
});

test("a page that can be printed offers it, once there is script for it", async () => {
  const { find } = await open("<button data-print hidden>Print</button>");
  const print = vi.fn();
  vi.stubGlobal("print", print);
  expect(find("button").hidden).toBe(false);
  find("button").click();
  expect(print).toHaveBeenCalledTimes(1);
});

const STEPS = `<form method="post" novalidate data-steps>
  <details open class="step"><summary>You</summary><input type="radio" name="role" value="plumber">
    <div class="field"><input name="name" required><p hidden data-missing>First name is required.</p></div></details>
  <details open data-later class="step plumbers-only"><summary>Trade</summary>
    <div class="field"><input name="fees" required><p hidden data-missing>Fees is required.</p></div></details>
  <details open data-later class="step"><summary>Account</summary>
    <div class="field"><input name="password" required><p hidden data-missing>Password is required.</p></div>
    <button id="end">Sign up</button></details>
</form>`;

test("a form in steps opens the next one once the fields before it are right, and Enter does the same", async () => {
  const { press, find, sent } = await open(STEPS);
  const isOpen = () => [...document.querySelectorAll("details")].map((step) => step.open);
  const told = () => [...document.querySelectorAll<HTMLElement>("p:not([hidden])")].map((words) => words.textContent);
  const toAccount = () => find("details:last-of-type summary").click();
  expect(isOpen()).toEqual([true, false, false]);
  toAccount();
  expect([isOpen(), told()]).toEqual([[true, false, false], ["First name is required."]]);
  expect(document.activeElement).toBe(find("[name=name]"));
  find<HTMLInputElement>("[name=name]").value = "Rudo";
  // A client skips the step about a plumber's trade, even where a browser can't hide it.
  const account = find("details:last-of-type");
  account.scrollIntoView = vi.fn();
  account.getBoundingClientRect = () => ({ top: -1 }) as DOMRect;
  toAccount();
  expect([isOpen(), vi.mocked(account.scrollIntoView).mock.calls.length]).toEqual([[false, false, true], 1]);
  expect(told()).toEqual([]);
  find("summary").click();
  expect(isOpen()).toEqual([true, false, false]);
  find<HTMLInputElement>("[value=plumber]").checked = true;
  toAccount();
  expect([isOpen(), told()]).toEqual([[false, true, false], ["Fees is required."]]);
  find<HTMLInputElement>("[name=fees]").value = "25";
  press("#end");
  expect([isOpen(), sent.length]).toEqual([[false, false, true], 0]);
  press("#end");
  expect([told(), sent.length]).toEqual([["Password is required."], 0]);
  find<HTMLInputElement>("[name=password]").value = "a good password";
  press("#end");
  expect(sent).toHaveLength(1);
});

test("a form in steps that came back with mistakes opens the steps that have them, and is sent from there", async () => {
  const both = STEPS.replaceAll("data-later", "").replace('plumbers-only"', 'plumbers-only" data-later');
  const { find, press, sent } = await open(both);
  expect([...document.querySelectorAll("details")].map((step) => step.open)).toEqual([true, false, true]);
  for (const name of ["name", "password"]) find<HTMLInputElement>(`[name=${name}]`).value = "Rudo";
  press("#end");
  expect(sent).toHaveLength(1);
});

test("a form of one step says what is missing by its field, and is sent once it is there", async () => {
  const { find, press, sent } = await open(`<form method="post" novalidate data-steps><div class="step">
    <div class="field"><input name="name" required><p hidden data-missing>First name is required.</p></div>
    <button id="end">Sign up</button></div></form>`);
  press("#end");
  expect([find<HTMLElement>("[data-missing]").hidden, document.activeElement, sent]).toEqual([
    false,
    find("input"),
    [],
  ]);
  find<HTMLInputElement>("input").value = "Rudo";
  press("#end");
  expect([find<HTMLElement>("[data-missing]").hidden, sent.length]).toEqual([true, 1]);
});

const TERMS_LINK = '<div class="field"><a data-in-place target="_blank" href="/terms">terms</a></div>';
const TERMS_PAGE = "<header>Menu</header><main><h1>Terms</h1></main>";
const OURS = { headers: { [BUILD_HEADER]: "mine" } };
const click = (element: Element, keys: MouseEventInit = {}) =>
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...keys }));

test("the terms open under their field once, however often they are pressed, and close again", async () => {
  const { find } = await open(TERMS_LINK);
  const answers: ((answer: Response) => void)[] = [];
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => answers.push(resolve)));
  const link = find("a");
  expect([click(link), click(link)]).toEqual([false, false]);
  answers[0]!(new Response(TERMS_PAGE, OURS));
  await vi.waitFor(() => expect(find(".in-place").textContent).toBe("Terms"));
  const first = find(".in-place");
  answers[1]!(new Response(TERMS_PAGE, OURS));
  await vi.waitFor(() => expect(find(".in-place")).not.toBe(first));
  expect(document.querySelectorAll(".in-place")).toHaveLength(1);
  expect(document.activeElement).toBe(find(".in-place"));
  link.click();
  expect(document.querySelector(".in-place")).toBeNull();
});

test("the terms open in a tab of their own where the visitor asks for one", async () => {
  const { find } = await open(TERMS_LINK);
  for (const key of ["ctrlKey", "metaKey", "shiftKey"]) expect(click(find("a"), { [key]: true }), key).toBe(true);
});

test.each<{ what: string; answer: () => Response }>([
  { what: "a network's own page", answer: () => new Response(TERMS_PAGE) },
  { what: "an error page", answer: () => new Response(TERMS_PAGE, { ...OURS, status: 500 }) },
  {
    what: "no answer",
    answer: () => {
      throw new TypeError("The line is lost");
    },
  },
])("$what is not shown as the terms: the form stays, with a link to them", async ({ answer }) => {
  const { find, location } = await open(TERMS_LINK);
  vi.stubGlobal("fetch", async () => answer());
  click(find("a"));
  await vi.waitFor(() =>
    expect(find("[role=alert]").textContent).toBe("It can't be shown here. Open it in a new tab: terms"),
  );
  expect(find<HTMLAnchorElement>("[role=alert] a").target).toBe("_blank");
  expect(click(find("[role=alert] a"))).toBe(true);
  expect(document.body.textContent).not.toContain("Terms");
  expect(location.assign).not.toHaveBeenCalled();
  // Pressed again, it is tried again.
  vi.stubGlobal("fetch", async () => new Response(TERMS_PAGE, OURS));
  click(find("a"));
  await vi.waitFor(() => expect(find(".in-place").textContent).toBe("Terms"));
});
