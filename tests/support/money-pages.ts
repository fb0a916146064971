import { eq } from "drizzle-orm";
import { bookings } from "~/db/schema";
import { dateAt, DAY, HOUR } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import { visit } from "./site";
import { seedTown, type TownUser } from "./town";

export let town: Awaited<ReturnType<typeof seedTown>>;
export let id: string;
let number = 0;

export const seedTownOnce = async () => {
  town = await seedTown();
};

/** Makes a new job the one that a test is about. */
export const nextJob = async (more: Partial<typeof bookings.$inferInsert>) => void (id = await createJob(more));
/** One under way, whose start has passed. */
export const createJobUnderWay = () => nextJob({ status: "in-progress" });

export async function createJob(more: Partial<typeof bookings.$inferInsert> = {}): Promise<string> {
  const job = newId();
  await town.context.db.insert(bookings).values({
    id: job,
    reference: `PB-${job.slice(0, 10)}`,
    clientId: town.client.id,
    plumberId: town.plumber.id,
    status: "completed",
    startsAt: town.context.now - HOUR - number++ * 1000,
    fee: 25_00,
    createdAt: town.context.now,
    updatedAt: town.context.now,
    ...more,
  });
  return job;
}

export const words = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<script.*?<\/script>|<style.*?<\/style>|<svg.*?<\/svg>|<[^>]+>/gs, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");
export const read = async (path: string, as: TownUser) =>
  words(await (await visit(path, { cookie: town.cookies[as] })).text());
export const send = (path: string, as: TownUser, form: Record<string, string>) =>
  visit(path, { cookie: town.cookies[as], form });
export const ticket = (job = id) => `/client-dashboard/bookings/${job}`;
export const jobPage = (job = id) => `/plumber-dashboard/jobs/${job}`;
export const office = (job = id) => `/admin-dashboard/bookings/${job}`;
export const row = async (job = id) => (await town.context.db.select().from(bookings).where(eq(bookings.id, job)))[0]!;
export const validUntil = () => dateAt(town.context.now + 5 * DAY);
export const line = (at: number, what: string, amount: string) => ({
  [`lines[${at}].what`]: what,
  [`lines[${at}].amount`]: amount,
});
export const sendQuote = (amount: string) =>
  send(`${jobPage()}/quote`, "plumber", { ...line(0, "Work", amount), validUntil: validUntil() });
