import assert from "node:assert/strict";

/** Checks that pages carry their headers, that foreign forms are refused, and that local mode is off. */
export async function checkHeaders(origin: string): Promise<string> {
  const page = await fetch(origin, { redirect: "manual" });
  assert(page.status === 200, `home answered ${page.status}`);
  const wanted = [
    "Content-Security-Policy",
    "X-Content-Type-Options",
    "Referrer-Policy",
    ...(origin.startsWith("https") ? ["Strict-Transport-Security"] : []),
  ];
  const missing = wanted.filter((name) => !page.headers.has(name));
  assert(missing.length === 0, `home lacks ${missing.join(", ")}`);
  const foreign = await fetch(`${origin}/signin`, {
    method: "POST",
    headers: { Origin: "https://elsewhere.example" },
    body: new URLSearchParams({ email: "x" }),
  });
  assert(foreign.status === 403, `a form from another site answered ${foreign.status}`);
  const mailbox = await fetch(`${origin}/dev/mailbox.json`);
  assert(!origin.startsWith("https") || mailbox.status === 404, "LOCAL_MODE is on: anybody can read all emails");
  return `${wanted.length} headers on home, a form from another site is 403`;
}
