import type { AuthenticatedUser } from "~/domain/values/user";
import type { DomainContext } from "~/domain/domain-context.server";
import { env } from "./env";
import { sendWith } from "./site";
import { signedIn } from "./users";

export interface ApiCall {
  token?: string;
  json?: unknown;
  form?: Record<string, string | File>;
  /** Sent as it is, with the `Content-Type` of `headers`. */
  raw?: BodyInit;
  headers?: Record<string, string>;
  settings?: Record<string, unknown>;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** Parsed; a file as it is; null when there is none. */
  body: unknown;
}

/** Calls the API through the front door, as a client on another machine would. */
export async function call(method: string, path: string, asked: ApiCall = {}): Promise<ApiAnswer> {
  const { token, json, form, raw, headers, settings } = asked;
  const body = raw ?? (json === undefined ? form && formOf(form) : JSON.stringify(json));
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
  return { status, headers: answered, body: isFile ? bytes : text === "" ? null : JSON.parse(text) };
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** A bearer token of a session that is really open. */
export const tokenOf = async (context: DomainContext, user: AuthenticatedUser): Promise<string> =>
  (await signedIn(context, user)).replace("__Host-session=", "");

/** A response of the API. */
export interface One {
  [key: string]: unknown;
  _id: string;
}

export const withKey = (key: string): Record<string, string> => ({ "Idempotency-Key": key });
