import { expect, test, vi } from "vitest";
import { openPage, setBrowserValue } from "../../../tests/support/browser-page";

const FORM = (purpose: string) => `<form hidden><input name="passkey"><p hidden></p>
  <button type="button" hidden data-passkey="${purpose}">Use a passkey</button><button name="intent">Go on</button></form>`;

/** A page that offers a passkey, in a browser and beside a server that answer so. */
async function openForm(purpose: string, { hasPasskeys = true, status = 200, isCancelled = false } = {}) {
  const { find } = await openPage("/signin", FORM(purpose));
  const parse = (name: string) => (options: object) => ({ [name]: options });
  if (hasPasskeys)
    vi.stubGlobal("PublicKeyCredential", {
      parseCreationOptionsFromJSON: parse("created"),
      parseRequestOptionsFromJSON: parse("asked"),
    });
  const use = async ({ publicKey }: { publicKey: object }) => {
    if (isCancelled) throw new Error("cancelled");
    return { toJSON: () => publicKey };
  };
  setBrowserValue(navigator, "credentials", { create: use, get: use });
  const posted: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    posted.push(`${method} ${url} ${String(body as URLSearchParams)}`);
    return Response.json({ challenge: "x" }, { status });
  });
  const requestSubmit = vi.fn();
  find<HTMLFormElement>("form").requestSubmit = requestSubmit;
  const { offerPasskeys } = await import("./passkey-buttons");
  offerPasskeys(document);
  const isHidden = () => ["form", "button", "p"].map((query) => find(query).hidden);
  return { find, posted, requestSubmit, isHidden };
}

test("a browser without passkeys is offered none", async () => {
  expect((await openForm("signIn", { hasPasskeys: false })).isHidden()).toEqual([true, true, true]);
});

test.each([
  ["create", "created"],
  ["signIn", "asked"],
  ["secondStep", "asked"],
  ["stepUp", "asked"],
])("a passkey for %s is %s, and sends its form as the form's own button does", async (purpose, how) => {
  const { find, posted, requestSubmit, isHidden } = await openForm(purpose);
  expect(isHidden()).toEqual([false, false, true]);
  find("button").click();
  await vi.waitFor(() => expect(requestSubmit).toHaveBeenCalledWith(find("[name=intent]")));
  expect(posted).toEqual([`POST /passkey-challenges purpose=${purpose}`]);
  expect(JSON.parse(find<HTMLInputElement>("input").value)).toEqual({ [how]: { challenge: "x" } });
  expect(isHidden()).toEqual([false, false, true]);
});

test.each([
  ["is cancelled", { isCancelled: true }],
  ["gets no challenge", { status: 429 }],
])("a passkey that %s says so, and sends nothing", async (_, failing) => {
  const { find, requestSubmit, isHidden } = await openForm("signIn", failing);
  find("button").click();
  await vi.waitFor(() => expect(isHidden()).toEqual([false, false, false]));
  expect(find("p").textContent).toBe("That didn't work. Please try again, or use another way.");
  expect(requestSubmit).not.toHaveBeenCalled();
});
