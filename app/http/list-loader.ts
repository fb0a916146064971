import { readList, type ListAddress, type ListPlace } from "~/domain/values/lists";
import { adminLoader, type PageArgs } from "./guards";
import { allOf } from "./page-parts";

interface Asked<View extends string> extends Pick<PageArgs, "context" | "viewer" | "url"> {
  view: View;
  place: ListPlace;
}

/** The loader of a list of the office: its address's view and sort, and all that `read` asks for, side by side. */
export const listLoader = <View extends string, Parts extends Record<string, unknown>>(
  list: ListAddress<View>,
  read: (asked: Asked<View>) => Parts,
) =>
  adminLoader(async ({ context, viewer, url }) => {
    const { view, sort, place } = readList(list, url.searchParams);
    return { view, sort, now: context.now, ...(await allOf(read({ context, viewer, url, view, place }))) };
  });
