import { eq, sql } from "drizzle-orm";
import { notices, plumberPapers, plumberProfiles } from "~/db/schema";
import { sweepStagedPhotos } from "~/domain/photos/staged-photos.server";
import { type AuthenticatedUser } from "~/domain/values/user";
import { followUpChecks } from "~/domain/vetting/checks.server";
import { deleteOldPapers } from "~/domain/vetting/papers.server";
import { visit } from "./site";
import { seedTown } from "./town";
import { createUser, signedIn } from "./users";

export let town: Awaited<ReturnType<typeof seedTown>>;
export const seedVettingTown = async () => {
  town = await seedTown();
};

export let plumber: AuthenticatedUser;
export let cookie: string;
export const seedUnchecked = async () => {
  plumber = await createUser(town.context, "plumber", { firstName: "Tafara", lastName: "Checked" });
  cookie = await signedIn(town.context, plumber);
};

export const db = () => town.context.db;
export const profileOf = async (id = plumber.id) =>
  (await db().select().from(plumberProfiles).where(eq(plumberProfiles.userId, id)))[0]!;
export const papersOf = () => db().select().from(plumberPapers).where(eq(plumberPapers.plumberId, plumber.id));
export const page = async (path: string, as = cookie) =>
  (await (await visit(path, { cookie: as })).text())
    .replace(/<(script|style)[^]*?<\/\1>/g, "")
    .replaceAll("<!-- -->", "")
    .replaceAll("&#x27;", "'");
export const asOffice = (path: string, form: Record<string, string> = {}) =>
  visit(`/admin-dashboard/${path}`, { cookie: town.cookies.admin, form });
/** What the office's page would show now. */
export const inView = async () => ({
  nameKey: (await profileOf()).sortName,
  seen: (await papersOf()).map(({ id }) => id).join(" "),
});
export const record = async (form: Record<string, string>) =>
  asOffice(`vetting/${plumber.id}`, { ...(await inView()), ...form });
export const told = async (kind: string) =>
  (
    await db()
      .select({ text: notices.text, subject: notices.subject })
      .from(notices)
      .where(sql`kind = ${kind} and user_id = ${plumber.id} and channel = 'email'`)
  ).map(({ subject, text }) => `${subject} ${text}`);
/** The scheduled tasks of this subject, and the sweep: the whole schedule would end the town's sessions. */
export const runAt = async (now: number) => {
  const context = { ...town.context, now };
  await Promise.all([followUpChecks(context), deleteOldPapers(context)]);
  await sweepStagedPhotos(context);
};
