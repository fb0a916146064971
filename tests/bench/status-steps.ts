import { HOUR, instantOf, parseTime } from "../../app/domain/time/harare";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-logins";
import { VISIT } from "../support/request-form";
import { removeState } from "../browser/support/processes";
import { startServer } from "../browser/support/server";
import { launchChromium } from "./slow-phone";
import { percentile, printTable } from "./table";

// npm run bench: how soon a step of the plumber's is on the client's open page (B25), from the plumber's request on. The
// plumber steps by HTTP alone: one browser draws, as on two phones.
const STEPS = 120;
const P99_MS = 100;
const PAUSE_MS = 120;
const TIME = "2:00 pm";

const server = await startServer({ env: { LIMIT_FACTOR: "1000" } });
const { origin } = server;

async function post(path: string, form: Record<string, string>, cookie = ""): Promise<Response> {
  const response = await fetch(origin + path, {
    method: "POST",
    body: new URLSearchParams(form),
    headers: { Origin: origin, Cookie: cookie },
    redirect: "manual",
  });
  if (response.status >= 400) throw new Error(`${path} was answered with ${response.status}.`);
  return response;
}

async function signIn(email: string): Promise<string> {
  const response = await post("/signin", { email, password: DEMO_PASSWORD });
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith("__Host-session="));
  return cookie!.split(";")[0]!;
}

const setClock = (instant: number) => post("/dev/clock", { to: new Date(instant).toISOString() });

/** In the page: the moment at which the ticket says that the plumber is on the way, or no longer says it. */
const whenShown = (isGoing: boolean) =>
  new Promise<number>((resolve) => {
    const ticket = document.querySelector(".ticket")!;
    const observer = new MutationObserver(() => {
      if (ticket.textContent.includes("is on the way") !== isGoing) return;
      observer.disconnect();
      resolve(Date.now());
    });
    observer.observe(ticket, { subtree: true, childList: true, characterData: true });
  });

const browser = await launchChromium();
const times: number[] = [];
try {
  const [client, plumber] = [await signIn("client3@pombi.test"), await signIn("plumber9@pombi.test")];
  const appointment = await (await fetch(`${origin}/appointment/demoplumber09`)).text();
  const days = [...appointment.matchAll(/name="appointmentDate"[^>]*value="([\d-]+)"/g)].map((match) => match[1]!);
  const day = days[2]!;
  const asked = await post(
    "/appointment/demoplumber09",
    { appointmentDate: day, appointmentTime: TIME, ...VISIT },
    client,
  );
  const ticket = asked.headers.get("Location")!.split("?")[0]!;
  const job = ticket.replace("/client-dashboard/bookings", "/plumber-dashboard/jobs");
  await post(job, { intent: "confirm" }, plumber);
  await setClock(instantOf(day, parseTime(TIME)!) - HOUR);

  const context = await browser.newContext({ baseURL: origin, viewport: { width: 360, height: 800 } });
  const [name, value] = client.split("=") as [string, string];
  await context.addCookies([
    { name, value, domain: "localhost", path: "/", secure: true, httpOnly: true, sameSite: "Lax" },
  ]);
  const page = await context.newPage();
  await page.goto(ticket, { waitUntil: "networkidle" });
  for (let turn = 0; turn < STEPS; turn++) {
    const isGoing = turn % 2 === 0;
    const shown = page.evaluate(whenShown, isGoing);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    const began = Date.now();
    await post(job, { intent: isGoing ? "on-the-way" : "not-on-the-way" }, plumber);
    times.push((await shown) - began);
  }
} finally {
  await browser.close();
  await server.kill();
  removeState(server.stateDir);
}
const p99 = percentile(times, 0.99);
printTable(`A step of the plumber's on the client's open ticket (${STEPS} steps)`, [
  {
    what: "from the request to the page",
    measured: `median ${percentile(times, 0.5)} ms, p99 ${p99} ms`,
    bound: `p99 at most ${P99_MS} ms`,
    isKept: p99 <= P99_MS,
  },
]);
process.exit();
