import { readList, type ListAddress, type ListPlace } from "~/domain/values/lists";
import { adminLoader, type PageArgs } from "./guards";

/** The question to a list's query. */
interface Asked<View extends string> extends Pick<PageArgs, "context" | "viewer" | "url"> {
  view: View;
  place: ListPlace;
}

/**
 * The loader of a list of the office: the view and sort that its address names, and everything that `read` asks for, side by
 * side, by name.
 */
export const listLoader = <View extends string, Parts extends Record<string, unknown>>(
  list: ListAddress<View>,
  read: (asked: Asked<View>) => Parts,
) =>
  adminLoader(async ({ context, viewer, url }) => {
    const { view, sort, place } = readList(list, url.searchParams);
    return { view, sort, now: context.now, ...(await allOf(read({ context, viewer, url, view, place }))) };
  });

/** The values of promises, by their names. */
async function allOf<Parts extends Record<string, unknown>>(parts: Parts) {
  const names = Object.keys(parts);
  const values = await Promise.all(Object.values(parts));
  return Object.fromEntries(names.map((name, at) => [name, values[at]])) as {
    [Name in keyof Parts]: Awaited<Parts[Name]>;
  };
}
