import { asc, sql } from "drizzle-orm";
import { batch, type Database, insertWhere, updateOrIgnore, columnsOf } from "~/db/client.server";
import { hiddenColumns, savedViews } from "~/db/schema";
import type { DomainContext } from "../../domain-context.server";
import { newId } from "../../values/id";
import { OK, refuse } from "../../values/refusal";
import type { AuthenticatedUser } from "../../values/user";
import { type Arrangement, MAX_VIEWS, type ArrangedList } from "./office-lists";

/** Finds how an admin has arranged a list (O30): their views by name, and the columns they hide (null: they have not chosen any). */
export async function findArrangement(db: Database, adminId: string, list: ArrangedList): Promise<Arrangement> {
  const isOfAdmin = sql`admin_id = ${adminId} and list = ${list}`;
  const [views, [hidden]] = await Promise.all([
    db
      .select(columnsOf(savedViews, "id", "name", "query"))
      .from(savedViews)
      .where(isOfAdmin)
      .orderBy(asc(savedViews.name))
      .limit(MAX_VIEWS),
    db.select({ columns: hiddenColumns.columns }).from(hiddenColumns).where(isOfAdmin),
  ]);
  return { views, hidden: hidden ? hidden.columns.split(",") : null };
}

interface View {
  name: string;
  query: string;
}

/** Saves a view of an admin's own (O30); the same one again changes nothing. Refuses with `viewNameTaken` and `tooManyViews`. */
export async function saveView({ db, now }: DomainContext, admin: AuthenticatedUser, list: ArrangedList, view: View) {
  const { name, query } = view;
  const row = { id: newId(), adminId: admin.id, list, name, query, createdAt: now };
  const hasRoom = sql`(select count(*) from saved_views where admin_id = ${admin.id}) < ${MAX_VIEWS}`;
  const { named } = await batch(db, {
    saved: insertWhere(db, savedViews, row, hasRoom, { onConflict: "nothing" }),
    named: db
      .select({ query: savedViews.query })
      .from(savedViews)
      .where(sql`admin_id = ${admin.id} and list = ${list} and name = ${name}`),
  });
  const [saved] = named;
  if (!saved) return refuse("tooManyViews");
  return saved.query === query ? OK : refuse("viewNameTaken");
}

/** Renames a view of an admin's own (O30). Refuses with `viewNotFound`, for others' too, and with `viewNameTaken`. */
export async function renameView({ db }: DomainContext, admin: AuthenticatedUser, id: string, name: string) {
  const isOwn = sql`id = ${id} and admin_id = ${admin.id}`;
  const { after } = await batch(db, {
    renamed: updateOrIgnore(db, savedViews, { name }, isOwn),
    after: db.select({ name: savedViews.name }).from(savedViews).where(isOwn),
  });
  const [view] = after;
  if (!view) return refuse("viewNotFound");
  return view.name === name ? OK : refuse("viewNameTaken");
}

/** Deletes a view of an admin's own (O30); one that is gone, or another admin's, changes nothing. */
export async function deleteView({ db }: DomainContext, admin: AuthenticatedUser, id: string) {
  await db.delete(savedViews).where(sql`id = ${id} and admin_id = ${admin.id}`);
}

/** Keeps the columns of a list that an admin hides (O30). */
export async function hideColumns(
  { db }: DomainContext,
  admin: AuthenticatedUser,
  list: ArrangedList,
  columns: string[],
) {
  const row = { adminId: admin.id, list, columns: columns.join(",") };
  await insertWhere(db, hiddenColumns, row, sql`true`, { onConflict: "replace" });
}
