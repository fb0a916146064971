import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBooks, readTransactions, startSite, type DrillSite } from "./drill/site";
import { migrateLocal, seedLocal } from "./local-database";
import { openLocalStorage } from "./local-storage";

// The restore drill of docs/operations.md, on a site and a state of its own: D1 alone goes back to a copy, while Paynow's
// stand-in, R2 and what the bank has done stay. Then its steps, until the books agree again. Needs a build.

const stateDir = mkdtempSync(join(tmpdir(), "pombi-drill-"));
const port = Number(process.env["PORT"] ?? 8799);
const d1 = join(stateDir, "v3", "d1");
const PLUMBER = "demoplumber01";
/** A completed job, one ahead that is done meanwhile, and one that is cancelled. */
const [DONE, AHEAD, CALLED_OFF] = ["demobooking0006", "demobooking0009", "demobooking0207"];
const PHONE = "0771111111";
const DAYS_AHEAD = 3;

/** What the bank's own list says, which nobody rewinds. */
const BANK = { first: "ECO-1", second: "ECO-2", refund: "REF-1", arrival: "BANK-1", arrived: "240", fee: "7.25" };

const began = Date.now();
const say = (text: string) => console.info(`${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s  ${text}`);
const idOf = (number: number) => `drill${number}`.padEnd(24, "0");
const lastOf = (path: string) => path.split("/").at(-1)!;

const isPaid = async (site: DrillSite, id: string) =>
  / Paid (?!with)/.test(
    (await site.read("admin", `/admin-dashboard/payments/online?q=${id}`)).text.split("Found for")[1] ?? "",
  );

async function untilPaid(site: DrillSite, id: string): Promise<void> {
  for (let second = 0; second < 90; second++) {
    await site.runCron();
    if (await isPaid(site, id)) return;
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
  throw new Error(`${id} wasn't paid.`);
}
async function pay(site: DrillSite, booking: string, choice: string, id: string): Promise<void> {
  await site.post("client", `/client-dashboard/bookings/${booking}/pay`, {
    id,
    choice,
    method: "ecocash",
    phone: PHONE,
  });
  await untilPaid(site, id);
}
const finish = (site: DrillSite) =>
  site.post("plumber", `/plumber-dashboard/jobs/${AHEAD}/finish`, { finalAmount: "88.50" });
const release = (site: DrillSite) => site.post("client", `/client-dashboard/bookings/${AHEAD}/release`, {});
const cancel = (site: DrillSite) => site.post("client", `/client-dashboard/bookings/${CALLED_OFF}/cancel`, {});
const prepare = async (site: DrillSite, number: number) =>
  lastOf(await site.post("admin", "/admin-dashboard/payouts", { id: idOf(number), method: "ecocash" }));
const markSent = (site: DrillSite, batch: string, reference: string) =>
  site.post("admin", `/admin-dashboard/payouts/${batch}`, { intent: "sent", reference });
async function takeAndSend(site: DrillSite, batch: string, reference: string): Promise<void> {
  await site.read("admin", `/payout-files/${batch}`);
  await markSent(site, batch, reference);
}
const stopForm = (site: DrillSite, form: Record<string, string>) =>
  site.post("admin", "/admin-dashboard/payouts/stop", form);
const noteArrival = (site: DrillSite) =>
  site.post("admin", "/admin-dashboard/books", { arrived: BANK.arrived, fee: BANK.fee, reference: BANK.arrival });
async function sendRefund(site: DrillSite): Promise<void> {
  await site.runCron();
  const { links } = await site.read("admin", "/admin-dashboard/refunds");
  const refund = links.find((link) => /^\/admin-dashboard\/refunds\/\w/.test(link));
  if (!refund) throw new Error("No refund is due.");
  await site.post("admin", refund, { reference: BANK.refund });
}

/** Until the moment to which D1 will go back. */
async function happenBefore(site: DrillSite): Promise<void> {
  const details = { method: "ecocash", phone: "0772000567", holder: "Tendai Ncube" };
  await site.post("plumber", "/plumber-dashboard/settings/payouts", details);
  await pay(site, DONE, "rest 11875", idOf(1));
  await pay(site, AHEAD, "deposit 2500", idOf(2));
  await site.runCron();
  await prepare(site, 11);
  say("before: two payments, one payout prepared");
}

/** What D1 will forget. */
async function happenSince(site: DrillSite): Promise<void> {
  await takeAndSend(site, idOf(11), BANK.first);
  await pay(site, AHEAD, "rest 6350", idOf(3));
  await pay(site, CALLED_OFF, "deposit 4000", idOf(4));
  await cancel(site);
  await sendRefund(site);
  const photo = new Blob([readFileSync("scripts/demo-town/job-photos/drain-before-1280.webp")], { type: "image/webp" });
  await site.post("client", `/job-photos/of/${AHEAD}`, { kind: "problem", uploadId: idOf(21), photo });
  await site.setClockAhead(DAYS_AHEAD * 24 * 60);
  await finish(site);
  await release(site);
  await site.post("admin", "/admin-dashboard/system", { intent: "checkLedger" });
  await takeAndSend(site, await prepare(site, 12), BANK.second);
  await noteArrival(site);
  say("since: two payments, a release, a refund, two payouts sent, money from the provider, a photo");
}

/** The steps of docs/operations.md, after a restore. */
async function catchUp(site: DrillSite): Promise<void> {
  await stopForm(site, { form: "stop", reason: "Restored." });
  if (await prepare(site, 13).catch(() => null)) throw new Error("A payout was prepared while payouts are stopped.");
  await markSent(site, idOf(11), BANK.first);
  say("noted again: the payout whose batch is still there");
  for (const { reference, amount, phone, description } of readTransactions(stateDir)) {
    if (await isPaid(site, reference)) continue;
    const booking = description.replace(/^Pombi /, "");
    await stopForm(site, { form: "payment", payment: reference, booking, amount, method: "ecocash", phone });
    await untilPaid(site, reference);
    say(`found again at the provider: ${booking}, $${amount}`);
  }
  await cancel(site);
  await sendRefund(site);
  say("cancelled again, and its refund noted again");
  await site.setClockAhead(DAYS_AHEAD * 24 * 60);
  await finish(site);
  await release(site);
  await stopForm(site, { plumber: PLUMBER, amount: "79.65", method: "ecocash", reference: BANK.second });
  await noteArrival(site);
  say("done and released again; noted again: the payout whose batch is gone, and what the provider sent");
}

/** What the bank's own list has and the ledger hasn't. */
async function unknownReferences(site: DrillSite): Promise<string[]> {
  const pages = ["/admin-dashboard/payouts", "/admin-dashboard/refunds?show=sent", "/admin-dashboard/books"];
  const texts = await Promise.all(pages.map((path) => site.read("admin", path)));
  const references = [BANK.first, BANK.second, BANK.refund, BANK.arrival];
  return references.filter((reference) => !texts.some(({ text }) => text.includes(reference)));
}

/** How many private photos no row in D1 names; each is an object for every size. */
async function countOrphans(): Promise<number> {
  const storage = await openLocalStorage(stateDir);
  try {
    const { objects } = await storage.PHOTOS.list({ prefix: "private/" });
    const { results } = await storage.DB.prepare("select id from private_photos").all<{ id: string }>();
    return objects.filter(({ key }) => !results.some(({ id }) => key.startsWith(`private/${id}`))).length;
  } finally {
    await storage.close();
  }
}

// A town in which nobody has paid online yet.
await migrateLocal(stateDir);
await seedLocal(stateDir);
let site = await startSite(stateDir, port);
try {
  say("site started");
  await happenBefore(site);
  await site.stop();
  const copy = join(stateDir, "copy");
  cpSync(d1, copy, { recursive: true });

  site = await startSite(stateDir, port);
  await happenSince(site);
  const right = await readBooks(site);
  say(`books: ${JSON.stringify(right)}`);
  await site.stop();
  rmSync(d1, { recursive: true });
  cpSync(copy, d1, { recursive: true });
  say(`objects in R2 without a row: ${await countOrphans()}`);

  site = await startSite(stateDir, port);
  await site.runCron();
  say(`D1 went back. Books: ${JSON.stringify(await readBooks(site))}`);
  for (const { reference, amount } of readTransactions(stateDir))
    if (!(await isPaid(site, reference))) say(`the provider has $${amount} (${reference}), the ledger hasn't`);
  say(`the bank knows ${(await unknownReferences(site)).join(", ")}; the ledger doesn't`);
  await catchUp(site);
  const again = await readBooks(site);
  say(`books: ${JSON.stringify(again)}`);
  await site.post("admin", "/admin-dashboard/system", { intent: "checkLedger" });
  const { text } = await site.read("admin", "/admin-dashboard/system");
  if (JSON.stringify(again) !== JSON.stringify(right) || !text.includes("It adds up"))
    throw new Error("The books don't agree.");
  await stopForm(site, { form: "resume" });
  say("the books agree; payouts go out again");
} finally {
  await site.stop();
  rmSync(stateDir, { recursive: true, force: true, maxRetries: 3 });
}
