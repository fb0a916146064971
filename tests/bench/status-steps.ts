import { HOUR, instantOf } from "../../app/domain/time/harare";
import { daysOffered, VISIT } from "../browser/support/request";
import { STATUS_STEP_P99 } from "./bounds";
import { cookieFor, onSite, pause, launchChromium } from "./site";
import { percentile, printTable, rowOf } from "./table";

// npm run bench: how soon a step of the plumber's is on the client's open page (B25), from the plumber's request on. The
// plumber steps by HTTP alone: one browser draws, as on two phones.
const STEPS = 120;
const PAUSE_MS = 120;

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
    // A busy browser comes here when the step is shown already.
    if (ticket.textContent.includes("is on the way") === isGoing) resolve(Date.now());
  });

const times: number[] = [];
await onSite({ LIMIT_FACTOR: "1000" }, async (site) => {
  const { cookie: client } = await site.signIn("client3@pombi.test");
  const { cookie: plumber } = await site.signIn("plumber9@pombi.test");
  const day = (await daysOffered(site.origin, "demoplumber09"))[2]!;
  const form = { appointmentDate: day, appointmentTime: "2:00 pm", ...VISIT };
  const { location: ticket } = await site.send("/appointment/demoplumber09", { form, cookie: client });
  const step = async (intent: string) => {
    const job = ticket.replace("/client-dashboard/bookings", "/plumber-dashboard/jobs");
    const { status } = await site.send(job, { form: { intent }, cookie: plumber });
    if (status >= 400) throw new Error(`${intent} was answered with ${status}.`);
  };
  await step("confirm");
  const anHourBefore = new Date(instantOf(day, 14 * 60) - HOUR).toISOString();
  await site.send("/dev/clock", { form: { to: anHourBefore } });

  const browser = await launchChromium();
  const context = await browser.newContext({ baseURL: site.origin, viewport: { width: 360, height: 800 } });
  await context.addCookies([cookieFor(client)]);
  const page = await context.newPage();
  await page.goto(ticket, { waitUntil: "networkidle" });
  for (let turn = 0; turn < STEPS; turn++) {
    const isGoing = turn % 2 === 0;
    const shown = page.evaluate(whenShown, isGoing);
    await pause(PAUSE_MS);
    const began = Date.now();
    await step(isGoing ? "on-the-way" : "not-on-the-way");
    times.push((await shown) - began);
  }
  await browser.close();
});
printTable(`A step of the plumber's on the client's open ticket (${STEPS} steps)`, [
  rowOf("from the request to the page", [
    { is: percentile(times, 0.5), unit: "ms the median" },
    { is: percentile(times, 0.99), unit: "ms the p99", atMost: STATUS_STEP_P99 },
  ]),
]);
process.exit();
