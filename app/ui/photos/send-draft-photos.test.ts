import { expect, test, vi } from "vitest";
import { FORM_HEADER } from "~/realtime/own-headers";
import { openPage } from "../../../tests/support/browser-page";
import { choose, fakeCanvas, photoOf } from "../../../tests/support/fake-canvas";
import { fakeUploads } from "../../../tests/support/fake-upload";

const photos = (count: number, error = "") =>
  `<div id="photos">${Array.from({ length: count }, (_, at) => `<img src="/${at}">`).join("")}${error && `<p class="error"><span>${error}</span></p>`}
     <div data-upload><input type="file" name="photo" form="request"><button form="request">Add</button></div></div>`;

/** The page of a request that has this many photos already. */
async function openRequest(count = 0) {
  const { find, press } = await openPage(
    "/appointment/abc",
    `<form id="request" method="post"><input name="note" value="It drips"><button id="book">Book</button></form>
     ${photos(count)}<div data-problems></div>`,
  );
  fakeCanvas({ width: 4000, height: 3000, sizes: { 0.6: 50_000 } });
  const sent = fakeUploads();
  let drawn = 0;
  URL.createObjectURL = () => `blob:${drawn++}`;
  const { sendPhotos } = await import("./send-draft-photos");
  sendPhotos();
  const requestSubmit = vi.fn();
  find<HTMLFormElement>("#request").requestSubmit = requestSubmit;
  return {
    find,
    press,
    sent,
    requestSubmit,
    form: find("#request"),
    input: () => find<HTMLInputElement>("input[type=file]"),
    problems: () => [...document.querySelectorAll("[data-problems] .error")].map(({ textContent }) => textContent),
    nextSent: (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count)),
  };
}

test("the request's page offers several photos at once, and no button for one, at first and after each", async () => {
  const page = await openRequest();
  const expectOffer = () => expect([page.input().multiple, page.find("[data-upload] button")]).toEqual([true, null]);
  expectOffer();
  choose(page.input(), photoOf(400_000));
  await page.nextSent(1);
  await page.sent[0]!.answer(photos(1));
  await vi.waitFor(() => expect(document.querySelectorAll("#photos img")).toHaveLength(1));
  expectOffer();
});

test("chosen photos are sent one after another, shrunk, with what is filled in and ids of their own", async () => {
  const page = await openRequest();
  choose(page.input(), photoOf(400_000, "one.jpg"), photoOf(400_000, "two.jpg"));
  await page.nextSent(1);
  page.sent[0]!.progress(1, 4);
  expect(page.find<HTMLProgressElement>("progress").value).toBe(0.25);
  await page.sent[0]!.answer(photos(1));
  await page.nextSent(2);
  await page.sent[1]!.answer(photos(2));
  for (const { method, url, fields } of page.sent) {
    expect({ method, url, ...fields }).toMatchObject({
      method: "POST",
      url: "/appointment/abc",
      intent: "photo",
      note: "It drips",
      uploadId: expect.stringMatching(/.{10}/),
    });
    expect(fields["photo"]).toMatchObject({ size: 50_000, name: "photo.jpg" });
  }
  expect(new Set(page.sent.map(({ fields }) => fields["uploadId"])).size).toBe(2);
  await vi.waitFor(() => expect(document.querySelectorAll("#photos img")).toHaveLength(2));
  expect([page.problems(), page.requestSubmit.mock.calls.length]).toEqual([[], 0]);
});

test("the phone shows its own copies of the photos, and loads one that it couldn't shrink", async () => {
  const page = await openRequest();
  const sources = () => [...document.querySelectorAll("#photos img")].map((image) => image.getAttribute("src"));
  choose(page.input(), photoOf(400_000, "one.jpg"), photoOf(10_000, "two.jpg"));
  await page.nextSent(1);
  expect(page.sent[0]!.headers).toMatchObject({ [FORM_HEADER]: "photos" });
  await page.sent[0]!.answer(photos(1));
  await page.nextSent(2);
  await page.sent[1]!.answer(photos(2));
  await vi.waitFor(() => expect(sources()).toEqual(["blob:0", expect.stringMatching(/\/1$/)]));
});

test.each<{ what: string; answer: string; problem: string }>([
  { what: "was refused", answer: photos(1, "This is no photo."), problem: "bad.jpg: This is no photo." },
  {
    what: "was not added",
    answer: photos(1),
    problem: "bad.jpg: The photo couldn't be added. Please choose it again.",
  },
])("a photo that $what is named with the reason, and the next one is sent", async ({ answer, problem }) => {
  const page = await openRequest(1);
  choose(page.input(), photoOf(400_000, "bad.jpg"), photoOf(400_000, "good.jpg"));
  await page.nextSent(1);
  await page.sent[0]!.answer(answer);
  await page.nextSent(2);
  await page.sent[1]!.answer(photos(2));
  await vi.waitFor(() => expect(page.problems()).toEqual([problem]));
  expect(document.querySelectorAll("#photos img")).toHaveLength(2);
});

test.each<[what: string, goOn: (page: Awaited<ReturnType<typeof openRequest>>) => void]>([
  ["when its sender taps", ({ find }) => find("[data-upload] button").click()],
  ["when the browser is online again", () => dispatchEvent(new Event("online"))],
])("a photo whose connection was lost is sent again under its id %s", async (_, goOn) => {
  const page = await openRequest();
  choose(page.input(), photoOf(400_000));
  await page.nextSent(1);
  await page.sent[0]!.answer(null);
  await vi.waitFor(() =>
    expect(page.find("[data-upload] button")?.textContent).toBe("The connection was lost. Try again"),
  );
  goOn(page);
  await page.nextSent(2);
  expect(page.find("[data-upload] button")).toBeNull();
  expect(page.sent[1]!.fields["uploadId"]).toBe(page.sent[0]!.fields["uploadId"]);
});

test("a form that was sent while photos are on their way waits for them, and goes out by itself", async () => {
  const page = await openRequest();
  choose(page.input(), photoOf(400_000));
  await page.nextSent(1);
  expect(page.form.dataset["shrinking"]).toBe("true");
  page.form.dataset["waiting"] = "true";
  expect(page.requestSubmit).not.toHaveBeenCalled();
  await page.sent[0]!.answer(photos(1));
  await vi.waitFor(() => expect(page.requestSubmit).toHaveBeenCalledTimes(1));
  expect(page.form.dataset["shrinking"]).toBeUndefined();
});

test("a form that was sent meanwhile goes without the photos whose connection is lost", async () => {
  const page = await openRequest();
  choose(page.input(), photoOf(400_000, "one.jpg"), photoOf(400_000, "two.jpg"));
  await page.nextSent(1);
  page.form.dataset["waiting"] = "true";
  await page.sent[0]!.answer(null);
  await vi.waitFor(() => expect(page.requestSubmit).toHaveBeenCalledTimes(1));
  expect([page.form.dataset["shrinking"], page.sent.length]).toEqual([undefined, 1]);
});

test("a form can be sent while a photo whose connection was lost is offered again", async () => {
  const page = await openRequest();
  choose(page.input(), photoOf(400_000));
  await page.nextSent(1);
  await page.sent[0]!.answer(null);
  await vi.waitFor(() => expect(page.find("[data-upload] button")).not.toBeNull());
  expect(page.form.dataset["shrinking"]).toBeUndefined();
  page.find("[data-upload] button").click();
  await page.nextSent(2);
  expect(page.form.dataset["shrinking"]).toBe("true");
});
