import { DAY } from "~/domain/time/harare";
import { CITIES, cityKey, cityPath } from "~/domain/values/cities";

const NAME = "__Host-city";
const ATTRIBUTES = "Path=/; HttpOnly; Secure; SameSite=Lax";

const readCity = (request: Request): string | null =>
  CITIES.find((city) => request.headers.get("Cookie")?.includes(`${NAME}=${cityKey(city)}`)) ?? null;

export const forgottenCityCookie = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`;

/** The cookie that remembers the city whose plumbers a request asks for (D5); null for other pages, or if it does already. */
export function cityCookieFor(request: Request): string | null {
  const { pathname } = new URL(request.url);
  const city = CITIES.find((one) => cityPath(one) === pathname) ?? null;
  return city === null || city === readCity(request)
    ? null
    : `${NAME}=${cityKey(city)}; ${ATTRIBUTES}; Max-Age=${(30 * DAY) / 1000}`;
}

/** The city that the browser remembers, for a request for a problem's plumbers that names none (D5); else null. */
export function rememberedCity(request: Request): string | null {
  const { pathname, searchParams } = new URL(request.url);
  return pathname === "/plumbers" && searchParams.has("problem") && !searchParams.has("city")
    ? readCity(request)
    : null;
}
