import { instantOf, parseTime, type Instant } from "../../app/domain/time/harare";
import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { removeState } from "../browser/support/processes";
import { startServer } from "../browser/support/server";
import { VISIT } from "../support/request-form";

const TIME = "2:00 pm";

/** What someone outside can do on a site: ask, post, sign in, book, and set its clock. */
const siteAt = (origin: string) => {
  async function send(path: string, { form, cookie = "" }: { form?: Record<string, string>; cookie?: string } = {}) {
    const began = performance.now();
    const response = await fetch(origin + path, {
      method: form ? "POST" : "GET",
      body: form && new URLSearchParams(form),
      headers: { Origin: origin, Cookie: cookie },
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    const session = response.headers.getSetCookie().find((one) => one.startsWith("__Host-session="));
    return {
      status: response.status,
      ms: performance.now() - began,
      text,
      cookie: session?.split(";")[0] ?? "",
      location: response.headers.get("Location")?.split("?")[0] ?? "",
    };
  }
  return {
    origin,
    send,
    signIn: (email: string) => send("/signin", { form: { email, password: DEMO_PASSWORD } }),
    setClock: (to: Instant) => send("/dev/clock", { form: { to: new Date(to).toISOString() } }),
    /** Asks a plumber of the demo town for the third day that they have; gives the ticket's path and the start. */
    async book(plumber: string, cookie: string): Promise<{ ticket: string; start: Instant }> {
      const appointment = await send(`/appointment/${plumber}`);
      const days = [...appointment.text.matchAll(/name="appointmentDate"[^>]*value="([\d-]+)"/g)];
      const day = days[2]![1]!;
      const form = { appointmentDate: day, appointmentTime: TIME, ...VISIT };
      const { location } = await send(`/appointment/${plumber}`, { form, cookie });
      return { ticket: location, start: instantOf(day, parseTime(TIME)!) };
    },
  };
};
export type Site = ReturnType<typeof siteAt>;

/** A session's cookie as a browser keeps it. */
export function cookieFor(cookie: string) {
  const [name, value] = cookie.split("=") as [string, string];
  return { name, value, domain: "localhost", path: "/", secure: true, httpOnly: true, sameSite: "Lax" as const };
}

/** Runs a bench on a demo town of its own, as `npm start` does, and takes it down again; an error ends the process. */
export async function onSite(env: Record<string, string>, bench: (site: Site) => Promise<void>): Promise<void> {
  const server = await startServer({ env });
  const error: unknown = await bench(siteAt(server.origin)).catch((thrown: unknown) => thrown);
  await server.kill();
  removeState(server.stateDir);
  if (error === undefined) return;
  console.error(error);
  process.exit(1);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
