import { createExecutionContext, SELF, waitOnExecutionContext } from "cloudflare:test";
import worker from "../../build/server/index";
import { env } from "./env";

/** Every route of the product, by its id. */
export const { routes } = worker;

interface Visit {
  cookie?: string;
  /** Posts a form; without it the page is read. */
  form?: Record<string, string> | FormData;
  headers?: Record<string, string>;
  /** Other settings or bindings for this request alone: wider limits for a load test, a database that fails. */
  settings?: Record<string, unknown>;
}

/** The settings of a deployment, which has nothing of local mode. */
export const DEPLOYED = { LOCAL_MODE: undefined, HASHING: undefined, LOG_REQUESTS: "off" };

/** Sends notices behind the response, which the tests' Worker leaves to the scheduled run. */
export const SENDING = { NOTICES: undefined };

/** Sends a request as a browser would, through the front door; redirects are returned, not followed. */
export async function visit(path: string, { cookie, form, headers = {}, settings }: Visit = {}): Promise<Response> {
  const body = form instanceof FormData ? form : form && new URLSearchParams(form);
  const request = new Request(`${env.ORIGIN}${path}`, {
    method: body ? "POST" : "GET",
    body,
    redirect: "manual",
    headers: {
      ...(cookie && { Cookie: cookie }),
      ...(body && { Origin: env.ORIGIN, Host: new URL(env.ORIGIN).host }),
      ...headers,
    },
  });
  return sendWith(request, settings);
}

/** Sends a request to the Worker; with settings of its own it also waits for what happens after the response. */
export async function sendWith(request: Request, settings: Record<string, unknown> | undefined): Promise<Response> {
  if (!settings) return SELF.fetch(request);
  const context = createExecutionContext();
  const response = await worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...settings }, context);
  await waitOnExecutionContext(context);
  return response;
}

const timingOf = (name: string) => (response: { headers: Headers }) =>
  Number(new RegExp(`${name}=(\\d+)`).exec(response.headers.get("Server-Timing") ?? "")?.[1] ?? Number.NaN);
/** The number of D1 calls that had to wait for one another, by the Server-Timing header of local mode. */
export const depthOf = timingOf("depth");
/** The number of D1 calls. */
export const callsOf = timingOf("calls");

/** A cookie of ours that a response sets, ready to be sent back; empty for none, or one that ends. */
export const cookieOf = (response: Response, name = "session"): string =>
  response.headers
    .getSetCookie()
    .find((one) => one.startsWith(`__Host-${name}=`))
    ?.split(";")[0] ?? "";

/** A page's text and markup, without what scripts read and without React's comments. */
export const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replace(/<script[^]*?<\/script>|<!-- -->/g, "");
