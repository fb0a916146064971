import type { Page, Browser } from "playwright-core";
import { expect, test } from "vitest";
import { bookButton, chooseSlot, describeVisit } from "./support/request";
import { startSite } from "./support/site";

type Upload = Extract<Parameters<Page["setInputFiles"]>[1], { buffer: Buffer }>;

/**
 * A photo as a phone takes it, upright: 4,000 by 3,000 pixels of more than 3 MB, lying on its side, with the note in its
 * EXIF that it is to be turned.
 */
async function phonePhoto(browser: Browser): Promise<Upload> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 3000 });
    const context = canvas.getContext("2d")!;
    const image = context.createImageData(canvas.width, canvas.height);
    for (let at = 0; at < image.data.length; at += 4) {
      const x = (at / 4) % canvas.width;
      const y = Math.floor(at / 4 / canvas.width);
      const noise = Math.random() * 40;
      image.data.set([(x / 16 + noise) & 255, (y / 12 + noise) & 255, ((x + y) / 28 + noise) & 255, 255], at);
    }
    context.putImageData(image, 0, 0);
    return canvas.toDataURL("image/jpeg", 0.85).split(",")[1]!;
  });
  await page.close();
  const plain = Buffer.from(base64, "base64");
  const buffer = Buffer.concat([plain.subarray(0, 2), TURNED, plain.subarray(2)]);
  return { name: "phone.jpg", mimeType: "image/jpeg", buffer };
}

/** The EXIF segment that says "turn by 90 degrees" (orientation 6). */
const TURNED = Buffer.concat([
  Buffer.from("ffe10022", "hex"),
  Buffer.from("Exif\0\0MM"),
  Buffer.from("002a00000008000101120003000000010006000000000000", "hex"),
]);

const site = await startSite();
const photo = await phonePhoto(await site.browser());

const NO_PHOTO: Upload = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no photo") };
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
/** Without script a form takes the photo as it is: this one is small. */
const SMALL: Upload = { name: "small.png", mimeType: "image/png", buffer: Buffer.from(PIXEL, "base64") };

const photosOn = (page: Page) => page.locator("#photos img");

async function fillIn(page: Page, plumber: string, slot: number): Promise<string> {
  await page.goto(`/appointment/${plumber}`);
  const time = await chooseSlot(page, 5, slot);
  await describeVisit(page);
  await page.getByLabel("Tell the plumber more").fill("It drips since Friday");
  return time;
}

async function expectFilledIn(page: Page, time: string): Promise<void> {
  expect(await page.locator("input[name=appointmentTime]:checked").inputValue()).toBe(time);
  expect(await page.getByLabel("What's the problem?").inputValue()).toBe("Leak Fixing");
  expect(await page.getByLabel("Street or landmark").inputValue()).toBe("12 Test Road");
  expect(await page.getByLabel("Tell the plumber more").inputValue()).toBe("It drips since Friday");
  expect(await photosOn(page).count()).toBe(1);
}

async function addPhoto(page: Page, upload: Upload, script: boolean): Promise<void> {
  await page.locator("input[name=photo]").setInputFiles(upload);
  if (!script) await page.getByRole("button", { name: "Add this photo" }).click();
  await photosOn(page).first().waitFor();
}

/** Loses the line at the first form that is sent there. Gives the sizes of what is sent. */
async function loseFirst(page: Page, to: string) {
  const bodies: number[] = [];
  await page.route(to, (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    const count = bodies.push(request.postDataBuffer()?.length ?? 0);
    return count === 1 ? route.abort("internetdisconnected") : route.continue();
  });
  return bodies;
}

test("a problem's photo of over 3 MB goes out upright, as at most 100 kB, and survives a lost line", async () => {
  const { page } = await site.open({ width: 360, script: true });
  const time = await fillIn(page, "demoplumber03", 2);
  const bodies = await loseFirst(page, "**/appointment/**");
  expect(photo.buffer.length).toBeGreaterThan(3_000_000);
  await page.locator("input[name=photo]").setInputFiles(photo);
  await page.getByRole("button", { name: /The connection was lost/ }).click();
  await photosOn(page).first().waitFor();
  await expectFilledIn(page, time);
  console.info(`a photo of ${photo.buffer.length} bytes went out as ${bodies.join(" and ")} bytes`);
  expect(bodies).toHaveLength(2);
  for (const bytes of bodies) expect(bytes).toBeLessThan(102_000);
  // The phone shows its own copy until the page is loaded again.
  expect(await photosOn(page).first().getAttribute("src")).toMatch(/^blob:/);
  await page.reload();
  const large = (await photosOn(page).first().getAttribute("src"))!.replace("-320.", "-1280.");
  const size = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, large);
  expect(size).toEqual([768, 1024]);
});

test("several photos of a problem at once: a bad one says why, the others stay, the fifth is refused", async () => {
  const { page } = await site.open({ width: 360, script: true });
  const time = await fillIn(page, "demoplumber03", 3);
  await page.locator("input[name=photo]").setInputFiles([SMALL, NO_PHOTO]);
  await page.getByText(`${NO_PHOTO.name}: Only image files are allowed.`).waitFor();
  await expectFilledIn(page, time);
  await page.locator("input[name=photo]").setInputFiles([SMALL, SMALL, SMALL, SMALL]);
  await page.getByText("There are four photos already.").waitFor();
  expect(await photosOn(page).count()).toBe(4);
  await page.getByRole("button", { name: "Remove photo 1" }).click();
  await expect.poll(() => photosOn(page).count()).toBe(3);
});

test("a file that is no photo says so in sight without script too, and the form stays filled in", async () => {
  const { page } = await site.open({ width: 360, script: false });
  const time = await fillIn(page, "demoplumber03", 5);
  await addPhoto(page, SMALL, false);
  await page.locator("input[name=photo]").setInputFiles(NO_PHOTO);
  await page.getByRole("button", { name: "Add this photo" }).click();
  const problem = await page.getByRole("link", { name: "Only image files are allowed." }).boundingBox();
  expect(problem?.y).toBeLessThan(740);
  await expectFilledIn(page, time);
});

test("a photo of the problem that can't be taken because something broke says so, and what was there stays", async () => {
  const { page, context } = await site.open({ width: 360, script: true });
  const time = await fillIn(page, "demoplumber03", 4);
  await addPhoto(page, SMALL, true);
  await context.setExtraHTTPHeaders({ "Dev-D1-Fails": "*" });
  await page.locator("input[name=photo]").setInputFiles(SMALL);
  await page.getByText("The photo couldn't be added.").waitFor();
  await expectFilledIn(page, time);
});

test("a photo on the ticket goes out shrunk too, and shows there at once", async () => {
  const { page } = await site.open({ width: 360, script: true }, "client4@pombi.test");
  await fillIn(page, "demoplumber04", 2);
  await bookButton(page).click();
  await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
  await page.getByRole("link", { name: "Add photos" }).click();
  const bodies = await loseFirst(page, "**/job-photos/of/**");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Choose photos").setInputFiles([photo, NO_PHOTO]);
  // Chromium encodes a shrunk photo when it has nothing else to do: beside other tests that may take a while.
  await dialog.getByRole("button", { name: "Try again" }).click({ timeout: 60_000 });
  await dialog.getByText("Only image files are allowed.").waitFor();
  await dialog.locator("img").waitFor({ timeout: 60_000 });
  expect(await dialog.locator("img").count()).toBe(1);
  for (const bytes of bodies) expect(bytes).toBeLessThan(102_000);
  await dialog.getByRole("link", { name: "Back" }).click();
  await page
    .getByAltText(/^The problem, photo/)
    .first()
    .waitFor();
});

test("a visitor's location goes along once they press the button, and reaches the plumber's map", async () => {
  const { page, context } = await site.open({ width: 360, script: true });
  await context.grantPermissions(["geolocation"]);
  await context.setGeolocation({ latitude: -17.8252, longitude: 31.0335 });
  await site.openSession(context, "client6@pombi.test");
  await fillIn(page, "demoplumber07", 2);
  expect(await page.locator("input[name=pin]").inputValue()).toBe("");
  await page.getByRole("button", { name: "Use my location" }).click();
  await page.getByText("Your place is marked").waitFor();
  expect(await page.locator("input[name=pin]").inputValue()).toBe("-17.82520,31.03350");
  await bookButton(page).click();
  await page.waitForURL(/\/client-dashboard\/bookings\/\w+/);
  const id = new URL(page.url()).pathname.split("/").at(-1)!;
  const plumber = await site.open({ width: 1280, script: false }, "plumber7@pombi.test");
  const map = plumber.page.locator("a[href*='-17.82520']").first();
  await plumber.page.goto(`/plumber-dashboard/jobs/${id}`);
  expect(await map.count()).toBe(0);
  await plumber.page.getByRole("button", { name: "Confirm" }).click();
  await map.waitFor({ state: "attached" });
});
