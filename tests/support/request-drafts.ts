import { expect } from "vitest";
import { newId } from "~/domain/values/id";
import { photoFields } from "./job-photos";
import { png } from "./png";
import { requestFields, VISIT } from "./request-form";
import { cookieOf, visit } from "./site";
import { seedTown } from "./town";

export let town: Awaited<ReturnType<typeof seedTown>>;
export let image: Blob;
export let page: string;
export const seedDrafts = async () => {
  [town, image] = await Promise.all([seedTown(), png(400, 300)]);
  page = `/appointment/${town.plumber.id}`;
};

export const db = () => town.context.db;
export const NOTES = "The geyser drips since Friday";
export const answers = (at: number) => ({ ...requestFields(town.starts.at(-at)!), notes: NOTES });
export const draftCookieOf = (response: Response) => cookieOf(response, "draft");
export const idOf = (cookie: string) => cookie.slice(cookie.indexOf("=") + 1);
/** Each visitor has an address of their own: limits count by it. */
export const from = (address = newId()) => ({ "CF-Connecting-IP": address });
interface Photo {
  cookie?: string;
  photo?: Blob;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}
export const addPhoto = ({ cookie = "", photo = image, fields = {}, headers = from() }: Photo = {}) => {
  const form = photoFields(photo, { ...answers(3), intent: "photo", uploadId: newId(), ...fields });
  return visit(page, { cookie, headers, form });
};
export const photosIn = (html: string) =>
  [...html.matchAll(/\/job-photos\/([a-z0-9]{24})-320\.webp/g)].map(([, id]) => id!);

export function expectFilledIn(html: string) {
  expect(html).toContain(NOTES);
  expect(html).toContain(`value="${VISIT.suburb}"`);
  expect(html).toContain(`value="${VISIT.street}"`);
  expect(html).toMatch(new RegExp(`<option value="${VISIT.serviceType}" selected`));
}
