import { createExecutionContext, SELF, waitOnExecutionContext } from "cloudflare:test";
import worker from "../../build/server/index";
import { env } from "./env";
import { expect } from "vitest";
import type { AuthenticatedUser } from "~/domain/values/user";
import type { DomainContext } from "~/domain/domain-context.server";
import { signedIn } from "./users";

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
async function sendWith(request: Request, settings: Record<string, unknown> | undefined): Promise<Response> {
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

/** A response's status, and where it leads. */
export async function redirectOf(response: Response | Promise<Response>) {
  const { status, headers } = await response;
  return [status, headers.get("Location")];
}

/** A page's text and markup, without what scripts read and without React's comments. */
export const textOf = async (response: Response): Promise<string> =>
  (await response.text()).replace(/<script[^]*?<\/script>|<!-- -->/g, "");

/**
 * Expects a page with this status that has each of these texts outside of its scripts; gives its whole markup, where an
 * apostrophe is `&#x27;`.
 */
export async function expectPage(
  answer: Response | Promise<Response>,
  status: number,
  ...texts: (string | RegExp)[]
): Promise<string> {
  const response = await answer;
  const shown = (await textOf(response.clone() as Response)).replaceAll("&#x27;", "'");
  expect(response.status, texts.join(", ")).toBe(status);
  for (const text of texts) expect(shown, texts.join(", ")).toMatch(text);
  return response.text();
}

/** Expects that an answer leads to this address, by 303. */
export async function expectRedirect(answer: Response | Promise<Response>, to: string): Promise<void> {
  expect(await redirectOf(answer)).toEqual([303, to]);
}

export interface ApiCall {
  token?: string;
  json?: unknown;
  form?: Record<string, string | File>;
  /** Sent as it is, with the `Content-Type` of `headers`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  settings?: Record<string, unknown>;
}

export type ApiAnswer = Awaited<ReturnType<typeof call>>;

/** Calls the API through the front door, as a client on another machine would. `body`: null for none, a file as it is. */
export async function call(method: string, path: string, asked: ApiCall = {}) {
  const { token, json, form, raw, headers, settings } = asked;
  const body = raw ?? (json === undefined ? form && formDataOf(form) : JSON.stringify(json));
  const request = new Request(`${env.ORIGIN}${path}`, {
    method,
    body,
    redirect: "manual",
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(json !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
  });
  const response = await sendWith(request, settings);
  const { status, headers: answered } = response;
  const bytes = await response.blob();
  const isFile = bytes.size > 0 && answered.get("Content-Type")!.startsWith("image/");
  const text = isFile ? "" : await bytes.text();
  const parsed: unknown = isFile ? bytes : text === "" ? null : JSON.parse(text);
  return { status, headers: answered, body: parsed };
}

/** A form of fields and files. */
export function formDataOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** A bearer token of a session that is really open. */
export const tokenOf = async (context: DomainContext, user: AuthenticatedUser): Promise<string> =>
  (await signedIn(context, user)).replace("__Host-session=", "");

type Answered = Pick<ApiAnswer, "status" | "body">;
/** Expects an answer of the API with this status, and with at least this in its body; a text is its message. */
export const expectAnswer = async (answer: Answered | Promise<Answered>, status: number, body: object | string) =>
  expect(await answer).toMatchObject({ status, body: typeof body === "string" ? { message: body } : body });

/** A response of the API. */
export interface One {
  [key: string]: unknown;
  _id: string;
}

export const withKey = (key: string): Record<string, string> => ({ "Idempotency-Key": key });
