import { SELF } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { env } from "../support/env";
import { png } from "../support/png";
import { call, tokenOf } from "../support/api";
import { visit } from "../support/site";
import { seedTown } from "../support/town";

const MB = 1024 * 1024;
const TOO_LARGE = "Image is too large. The limit is 5 MB.";

let town: Awaited<ReturnType<typeof seedTown>>;
beforeAll(async () => {
  town = await seedTown();
});

const manyFields = Array.from({ length: 60_000 }, () => "email=1").join("&");
const URLENCODED = { "Content-Type": "application/x-www-form-urlencoded" };

async function ask(path: string, init: RequestInit): Promise<{ status: number; text: string }> {
  const response = await SELF.fetch(env.ORIGIN + path, {
    redirect: "manual",
    ...init,
    headers: { Origin: env.ORIGIN, Host: "pombi.test", ...(init.headers as Record<string, string>) },
  });
  return { status: response.status, text: await response.text() };
}

// How long that takes is measured by tests/bench/attack.ts.
describe("60,000 fields are refused", () => {
  test.each([
    ["/signin", "a form", { body: manyFields, headers: URLENCODED }, [413]],
    ["/signup", "a form", { body: manyFields, headers: URLENCODED }, [413]],
    ["/?index", "a form", { body: manyFields, headers: URLENCODED }, [413]],
    ["/signin.data", "a form of a page with script", { body: manyFields, headers: URLENCODED }, [413]],
    [
      "/signup",
      "a form in parts",
      {
        body:
          Array.from({ length: 60_000 }, () => '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n1\r\n').join(
            "",
          ) + "--b--",
        headers: { "Content-Type": "multipart/form-data; boundary=b" },
      },
      [413],
    ],
    [
      "/api/auth/login",
      "a call",
      {
        body: JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`f${at}`, 1]))),
        headers: { "Content-Type": "application/json" },
      },
      [413],
    ],
    [
      "/api/auth/login",
      "a call of a certain size",
      {
        body: `{"email":[${Array.from({ length: 30_000 }, () => 1).join()}]}`,
        headers: { "Content-Type": "application/json" },
      },
      [413],
    ],
    [
      "/api/auth/login",
      "a deep call",
      { body: "[".repeat(60_000), headers: { "Content-Type": "application/json" } },
      [413],
    ],
    [
      "/auth/register",
      "a call's form",
      {
        body:
          Array.from({ length: 2000 }, () => '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\n1\r\n').join(
            "",
          ) + "--b--",
        headers: { "Content-Type": "multipart/form-data; boundary=b" },
      },
      [413],
    ],
  ])("%s: %s", async (path, _, init, statuses) => {
    expect(statuses).toContain((await ask(path, { method: "POST", ...init })).status);
  });

  test.each(["/plumbers", "/api/auth/plumbers", "/plumbers.data", "/sockets/feed"])(
    "in the query of %s",
    async (path) => {
      expect((await ask(`${path}?${manyFields}`, {})).status).toBe(414);
    },
  );

  test("and a user who runs into that is told, inside the site's layout", async () => {
    const { text } = await ask("/signin", { method: "POST", body: manyFields, headers: URLENCODED });
    expect(text).toContain("This is too large.");
    expect(text).not.toContain("Unexpected Application Error!");
  });
});

describe("a photo of 7 MB", () => {
  const photo = () => new File([new Uint8Array(7 * MB)], "photo.jpg", { type: "image/jpeg" });
  const formOf = (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  };

  test("at sign-up: what is wrong, at its field, and every value stays", async () => {
    const form = formOf({
      role: "plumber",
      name: "Farai",
      image: photo(),
      username: "Moyo",
      email: "farai@example.test",
      about: "Twenty years of pipes",
    });
    const response = await visit("/signup", { form });
    const page = await response.text();
    expect(response.status).toBe(413);
    for (const text of [
      TOO_LARGE,
      'value="Farai"',
      'value="Moyo"',
      'value="farai@example.test"',
      "Twenty years of pipes",
    ])
      expect(page).toContain(text);
  });

  test("on a profile", async () => {
    const response = await visit("/plumber-dashboard/profile?edit", {
      cookie: town.cookies.plumber,
      form: formOf({ image: photo(), name: "Newname", username: "Own" }),
    });
    const page = await response.text();
    expect(response.status).toBe(413);
    expect(page).toContain(TOO_LARGE);
    expect(page).toContain("Newname");
  });

  test("in the API", async () => {
    const token = await tokenOf(town.context, town.plumber);
    const changed = await call("PUT", "/api/auth/profile", { token, form: { image: photo(), name: "Newname" } });
    expect([changed.status, changed.body]).toEqual([413, expect.objectContaining({ message: TOO_LARGE })]);
  });

  test("of 33 MB and more is not waited for", async () => {
    let sent = 0;
    const body = new ReadableStream({
      start: (controller) =>
        controller.enqueue(
          new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n'),
        ),
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(MB));
        if (sent === 60) controller.close();
      },
    });
    const { status } = await ask("/signup", {
      method: "POST",
      body,
      headers: { "Content-Type": "multipart/form-data; boundary=b" },
    });
    expect(status).toBe(413);
    expect(sent).toBeLessThan(40);
  });

  test("while one of less is taken", async () => {
    const token = await tokenOf(town.context, town.plumber);
    const small = new File([await png(64, 64)], "photo.png", { type: "image/png" });
    expect((await call("PUT", "/api/auth/profile", { token, form: { image: small, name: "Newname" } })).status).toBe(
      200,
    );
  });
});
