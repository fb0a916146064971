import { afterAll, expect, test } from "vitest";
import { removeState, startServer, type Server } from "./support/server";
import { PASSWORD } from "./support/people";

const servers: Server[] = [];
afterAll(async () => {
  await Promise.allSettled(servers.map((server) => server.kill()));
  removeState(servers[0]!.stateDir);
});

function post(server: Server, path: string, form: Record<string, string>, cookie = "") {
  return fetch(`${server.origin}${path}`, {
    method: "POST",
    body: new URLSearchParams(form),
    redirect: "manual",
    headers: { Origin: server.origin, ...(cookie && { Cookie: cookie }) },
    signal: AbortSignal.timeout(10_000),
  });
}

async function signedIn(server: Server, email: string): Promise<string> {
  const answer = await post(server, "/signin", { email, password: PASSWORD });
  return answer.headers.getSetCookie().find((cookie) => cookie.startsWith("__Host-session="))?.split(";")[0] ?? "";
}

interface Wish {
  plumber: string;
  day: string;
  time: string;
  cookie: string;
}

test("the Worker is killed hard while bookings flow in, and started again: nothing acknowledged is missing", async () => {
  const first = await startServer({ env: { LIMIT_FACTOR: "50" } });
  servers.push(first);
  const cookies = await Promise.all(Array.from({ length: 12 }, (_, index) => signedIn(first, index === 0 ? "client@pombi.test" : `client${index + 1}@pombi.test`)));
  expect(cookies.every(Boolean)).toBe(true);

  // Each client may have five requests waiting: enough wishes to be in the middle of it when the power goes.
  const page = await (await fetch(`${first.origin}/appointment/demoplumber10`)).text();
  const days = [...page.matchAll(/name="appointmentDate"[^>]*value="([\d-]+)"/g)].map((match) => match[1]!);
  const wishes: Wish[] = cookies.flatMap((cookie, client) =>
    Array.from({ length: 2 }, (_, turn) => ({ cookie, plumber: `demoplumber${String(client + 10)}`, day: days[3 + turn]!, time: `${turn + 1}:30 pm` })),
  );

  const acknowledged: Wish[] = [];
  let answered = 0;
  let killing: Promise<void> | undefined;
  await Promise.allSettled(
    wishes.map(async (wish, index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 40));
      const answer = await post(first, `/appointment/${wish.plumber}`, { appointmentDate: wish.day, appointmentTime: wish.time }, wish.cookie);
      if (answer.status === 303 && answer.headers.get("Location") === "/client-dashboard/bookings") acknowledged.push(wish);
      answered += 1;
      if (acknowledged.length === 8) killing ??= first.kill();
    }),
  );
  await killing;
  expect(killing).toBeDefined();
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(answered).toBeLessThan(wishes.length);

  const port = Number(new URL(first.origin).port);
  const second = await startServer({ stateDir: first.stateDir, port, env: { LIMIT_FACTOR: "50" } });
  servers.push(second);
  for (const wish of acknowledged) {
    // The same request again is answered with the first booking: it is still there, and still the client's.
    const again = await post(second, `/appointment/${wish.plumber}`, { appointmentDate: wish.day, appointmentTime: wish.time }, wish.cookie);
    expect(again.status).toBe(303);
    // And it holds its slot against everybody else.
    const other = cookies[(cookies.indexOf(wish.cookie) + 1) % cookies.length]!;
    const taken = await post(second, `/appointment/${wish.plumber}`, { appointmentDate: wish.day, appointmentTime: wish.time }, other);
    expect(taken.status).toBe(409);
  }
  // Each of those bookings has told its plumber: the mail stood in the same batch.
  const mails = (await (await fetch(`${second.origin}/dev/mailbox.json`)).json()) as { subject: string }[];
  expect(mails.filter(({ subject }) => subject.startsWith("New booking request")).length).toBeGreaterThanOrEqual(acknowledged.length);
  console.info(`${answered} of ${wishes.length} requests were answered before the kill, ${acknowledged.length} acknowledged, none missing`);
});
