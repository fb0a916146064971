import { dateAt, DAY, HOUR } from "~/domain/time/harare";
import { type BookingColumns, insertBooking } from "./money-rows";
import { visit } from "./site";
import { rowOf, seedTown, type Town, type TownUser } from "./town";

export let town: Town;
export let id: string;
let number = 0;

export const seedTownOnce = async () => {
  town = await seedTown();
};

/** Makes a new job the one that a test is about. */
export const nextJob = async (more: BookingColumns) => void (id = await createJob(more));
/** One under way, whose start has passed. */
export const createJobUnderWay = () => nextJob({ status: "in-progress" });

export function createJob(more: BookingColumns = {}): Promise<string> {
  const { context, client, plumber } = town;
  const startsAt = context.now - HOUR - number++ * 1000;
  return insertBooking(context, { clientId: client.id, plumberId: plumber.id, status: "completed", startsAt, ...more });
}

export const words = (html: string) =>
  html
    .replaceAll("<!-- -->", "")
    .replace(/<script.*?<\/script>|<style.*?<\/style>|<svg.*?<\/svg>|<[^>]+>/gs, " ")
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, " ");
export const markup = async (path: string, as: TownUser) => (await visit(path, { cookie: town.cookies[as] })).text();
export const read = async (path: string, as: TownUser) => words(await markup(path, as));
export const send = (path: string, as: TownUser, form: Record<string, string>) =>
  visit(path, { cookie: town.cookies[as], form });
export const ticket = (job = id) => `/client-dashboard/bookings/${job}`;
export const jobPage = (job = id) => `/plumber-dashboard/jobs/${job}`;
export const office = (job = id) => `/admin-dashboard/bookings/${job}`;
export const row = (job = id) => rowOf(town.context, job);
export const validUntil = () => dateAt(town.context.now + 5 * DAY);
export const line = (at: number, what: string, amount: string) => ({
  [`lines[${at}].what`]: what,
  [`lines[${at}].amount`]: amount,
});
export const sendQuote = (amount: string) =>
  send(`${jobPage()}/quote`, "plumber", { ...line(0, "Work", amount), validUntil: validUntil() });
