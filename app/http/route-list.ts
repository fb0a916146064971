import type { Role } from "~/domain/values/user";

/**
 * The address of the list of routes for a role's dashboard, made of the whole list's (decision 072): the build writes
 * it, pages refer to it. The address that Vite serves the whole list at in development stays as it is.
 */
export const routeListFor = (url: string, role: Role): string => url.replace(/\.js$/, `-${role}.js`);
