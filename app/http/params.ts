import type { Params } from "@remix-run/react";

export type ParamName =
  | "id"
  | "otherId"
  | "plumberId"
  | "transition"
  | "step"
  | "action"
  | "file"
  | "slug"
  | "reference"
  | "number"
  | "secret"
  | "part"
  | "payment"
  | "list"
  | "note";

/** A part of the address that its route always has. Throws where the route is mounted without it. */
export function param(params: Params, name: ParamName): string {
  const value = params[name];
  if (value === undefined) throw new Error(`This route has no :${name}`);
  return value;
}
