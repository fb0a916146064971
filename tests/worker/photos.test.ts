import { beforeAll, describe, expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { stagedPhotos, users } from "~/db/schema";
import { newId } from "~/domain/values/id";
import { contextAt } from "../support/context";
import { png } from "../support/png";
import { visit } from "../support/site";
import { env } from "../support/env";

const { db, photos } = contextAt();

let image: Blob;
beforeAll(async () => {
  image = await png(40, 20);
});

describe("a photo", () => {
  test("is kept as WebP at both sizes and served for good, as nothing but an image", async () => {
    const key = newId();
    expect(await photos.save(key, image)).toEqual({ ok: true });
    for (const size of [800, 160]) {
      const response = await visit(`/photos/${key}-${size}.webp`);
      expect(response.status).toBe(200);
      expect(response.headers.get("Content-Type")).toBe("image/webp");
      expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(await env.IMAGES.info(response.body!)).toMatchObject({ format: "image/webp", width: size, height: size });
    }
  });

  test.each(["../../etc/passwd", "x.webp", "x-161.webp", "%2e%2e-160.webp"])("%s is not found", async (file) => expect((await visit(`/photos/${file}`)).status).toBe(404));

  test("is judged by its bytes, not by its name", async () => {
    const junk = new Uint8Array(500).fill(7);
    const liars = [new Blob(["<svg onload=alert(1)>"], { type: "image/png" }), new Blob([new Uint8Array([0xff, 0xd8, 0xff]), junk]), new Blob([])];
    for (const liar of liars) expect(await photos.save(newId(), liar)).toEqual({ ok: false, reason: "notAnImage" });
  });

  test("of more than 6,000 px or 5 MB is refused, and nothing is stored", async () => {
    const key = newId();
    expect(await photos.save(key, await png(6001, 1))).toEqual({ ok: false, reason: "notAnImage" });
    expect(await photos.save(key, new Blob([new Uint8Array(5 * 1024 * 1024 + 1)]))).toEqual({ ok: false, reason: "imageTooLarge" });
    expect((await env.PHOTOS.list({ prefix: key })).objects).toEqual([]);
  });
});

describe("the sign-up form of a plumber", () => {
  const fields = {
    role: "plumber", name: "Tendai", username: "Moyo", password: "a fine password", terms: "on", speciality: "Leak Repair",
    experience: "5 Years", about: "About", fees: "20", addressLine1: "1 Main Street", city: "Harare",
  };
  function filled(more: Record<string, string>, photo?: Blob): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value);
    if (photo) form.append("image", new File([photo], "me.png", { type: "image/png" }));
    return form;
  }
  const email = () => `${newId()}@example.test`;

  test("asks for a photo, refuses what is none with its own words, keeps the answers", async () => {
    const without = await visit("/signup", { form: filled({ email: email() }) });
    expect(without.status).toBe(400);
    expect(await without.text()).toContain("Plumber image is required.");
    const wrong = await visit("/signup", { form: filled({ email: email() }, new Blob(["no image"])) });
    expect(wrong.status).toBe(400);
    const page = await wrong.text();
    expect(page).toContain("Only image files are allowed.");
    expect(page).toContain("1 Main Street");
    expect(page).not.toContain("a fine password");
    const large = await visit("/signup", { form: filled({ email: email() }, new Blob([new Uint8Array(5 * 1024 * 1024 + 1)])) });
    expect(large.status).toBe(413);
    expect(await large.text()).toContain("Image is too large. The limit is 5 MB.");
  });

  test("keeps a good photo when something else is wrong, and claims it once all is right", async () => {
    const address = email();
    const first = await visit("/signup", { form: filled({ email: address, fees: "much" }, image) });
    expect(first.status).toBe(400);
    const photoKey = /name="photoKey" value="([a-z0-9]{24})"/.exec(await first.text())?.[1] ?? "";
    expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toHaveLength(1);
    const second = await visit("/signup", { form: filled({ email: address, photoKey }) });
    expect([second.status, second.headers.get("Location")]).toEqual([303, "/signup/done"]);
    expect((await db.select().from(users).where(eq(users.email, address)))[0]?.photoKey).toBe(photoKey);
    expect(await db.select().from(stagedPhotos).where(eq(stagedPhotos.photoKey, photoKey))).toEqual([]);
    // Claimed is claimed: the same key serves nobody else.
    const third = await visit("/signup", { form: filled({ email: email(), photoKey }) });
    expect(third.status).toBe(400);
    expect(await third.text()).toContain("Please choose your photo once more.");
  });
});

test("after sign-up the page turns by itself after two seconds, and the message stands again at sign-in", async () => {
  const page = await visit("/signup/done?redirectTo=%2Fplumbers");
  expect(page.headers.get("Refresh")).toBe("2; url=/signin?redirectTo=%2Fplumbers&reason=registered");
  const message = "Registration successful! Please check your email to verify your account.";
  expect(await page.text()).toContain(message);
  expect(await (await visit("/signin?reason=registered")).text()).toContain(message);
});
