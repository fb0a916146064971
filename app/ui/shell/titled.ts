import type { MetaArgs, MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";

export type About<Loader> = (data: NonNullable<MetaArgs<Loader>["data"]>) => string;

/** `about` says what a page is of; a dialog is named by the end of its address: `Cancel: Booking PB-PJY4CS`. */
export const titled =
  <Loader>(title: string, about?: About<Loader>): MetaFunction<Loader> =>
  ({ data, matches, location }) => {
    const named = data && about ? `${title} ${about(data)}` : title;
    const own = data && matches.find((match) => match.data === data)?.pathname;
    const dialog = own && location.pathname.slice(own.length).split("/").at(-1)?.replaceAll("-", " ");
    const before = dialog ? `${dialog.charAt(0).toUpperCase()}${dialog.slice(1)}: ` : "";
    return [{ title: `${before}${named} – ${brand.name}` }];
  };
