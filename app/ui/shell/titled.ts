import { brand } from "~/brand";

/** The title of a page that no search engine reads. */
export const titled = (title: string) => () => [{ title: `${title} – ${brand.name}` }];
