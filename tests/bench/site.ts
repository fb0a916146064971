import { DEMO_PASSWORD } from "../../scripts/demo-town/demo-people";
import { removeState } from "../browser/support/processes";
import { startServer } from "../browser/support/server";
/** A site as someone outside uses it: they ask, post and sign in. */
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
