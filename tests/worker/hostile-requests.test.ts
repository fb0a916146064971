import { SELF } from "cloudflare:test";
import { expect, test } from "vitest";
import { env } from "../support/env";
import { errorsLogged } from "../support/failing-d1";
import { seedTown } from "../support/town";

// Every action reads its body through `readForm` (lint holds it), so two forms represent all.
// app/http/form-body.test.ts and body.test.ts have the limits; tests/bench/attack.ts measures how long refusing takes.
const town = await seedTown();
const log = errorsLogged();

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=x";
const JSON_TYPE = "application/json";

async function send(path: string, type: string | null, body: string | undefined, init: RequestInit = {}) {
  const sender = { Origin: env.ORIGIN, Host: "pombi.test", Cookie: town.cookies.client };
  const headers = { ...sender, ...(type && { "Content-Type": type }) };
  const response = await SELF.fetch(env.ORIGIN + path, { method: "POST", body, redirect: "manual", ...init, headers });
  return { status: response.status, text: await response.text() };
}

test("no body makes a form fail, whatever it is", async () => {
  const long = "x".repeat(5000);
  const bodies: { name: string; type: string | null; body?: string }[] = [
    { name: "nothing at all", type: null },
    { name: "plain text", type: "text/plain", body: "hello" },
    { name: "JSON", type: JSON_TYPE, body: '{"email":["x"]}' },
    { name: "multipart without a boundary", type: "multipart/form-data", body: "--x\r\n\r\n--x--" },
    {
      name: "a truncated multipart",
      type: MULTIPART,
      body: '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\nab',
    },
    {
      name: "a part without a name",
      type: MULTIPART,
      body: "--x\r\nContent-Disposition: form-data\r\n\r\nab\r\n--x--\r\n",
    },
    {
      name: "the library's commands",
      type: URLENCODED,
      body: "__intent__=x&__state__=x&__proto__=1&email[]=1&email[a]=2&name[a].b=1",
    },
    { name: "broken encoding", type: URLENCODED, body: "email=%ff%fe%00&name=%zz&intent=review&booking=%00" },
    { name: "a name of control characters", type: URLENCODED, body: "email=a&%00=1&a%0D%0Ab=1" },
    {
      name: "every field twice, and long",
      type: URLENCODED,
      body: `email=a&email=b&password=${long}&content=${long}&id=1&role=admin`,
    },
  ];
  for (const path of ["/contact", "/signin", "/profile", `/job-photos/of/${town.pending}`])
    for (const { name, type, body } of bodies) {
      expect(String((await send(path, type, body)).status), `${name} to ${path}`).toMatch(/^[234]/);
      // Its page may lead on and hide what failed.
      expect(log, `${name} to ${path}`).toEqual([]);
    }
  for (const method of ["PUT", "DELETE"])
    expect((await send("/contact", null, undefined, { method })).status).toBe(405);
});

const fields = "email=1&".repeat(60_000);
const parts = `${'--x\r\nContent-Disposition: form-data; name="email"\r\n\r\n1\r\n'.repeat(60_000)}--x--`;
const json = `{"email":[${"1,".repeat(30_000)}1]}`;

test.each([
  { what: "a form", path: "/signin", type: URLENCODED, body: fields },
  { what: "a form of a page with script", path: "/signin.data", type: URLENCODED, body: fields },
  { what: "a form in parts", path: "/signup", type: MULTIPART, body: parts },
  { what: "a call of the API", path: "/api/auth/login", type: JSON_TYPE, body: json },
  { what: "a call's form", path: "/auth/register", type: MULTIPART, body: parts },
])("60,000 fields are refused in $what", async ({ path, type, body }) => {
  const { status, text } = await send(path, type, body);
  expect(status).toBe(413);
  // Inside the site's layout, for a user who runs into that.
  expect(text).toMatch(/Th(is|at) is too large\./);
  expect(text).not.toContain("Unexpected Application Error!");
});

test("60,000 fields are refused in an address", async () => {
  for (const path of ["/plumbers", "/api/auth/plumbers", "/plumbers.data", "/sockets/feed"])
    expect((await send(`${path}?${fields}`, null, undefined, { method: "GET" })).status, path).toBe(414);
});
