import type { oas31 } from "zod-openapi";
import { formatNumber } from "~/domain/values/numbers";

export interface KeyView {
  name: string;
  type: string;
  required: boolean;
  about: string;
}

export interface ObjectView {
  title: string;
  about: string;
  keys: KeyView[];
}

export interface OperationView {
  id: string;
  method: string;
  paths: string[];
  summary: string;
  about: string;
  caller: string;
  query: KeyView[];
  bodyKind: string | null;
  bodies: ObjectView[];
  limits: { name: string; max: number; minutes: number }[];
  response: string;
  status: string;
  problems: [status: string, codes: string[]][];
}

type Schema = oas31.SchemaObject;
/** A schema where it is used: OpenAPI's types keep references apart. */
export type SchemaPart = Schema | oas31.ReferenceObject;

/** A type in words: `text`, `list of Booking`, `5, 4, 3, 2 or 1`. */
export function typeOf(part: SchemaPart): string {
  const schema: Schema = { ...part };
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return schema.const === "" ? "empty" : JSON.stringify(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return joinWords(branches.map(typeOf));
  if (schema.enum) return joinWords(schema.enum.map((value) => JSON.stringify(value)));
  if (Array.isArray(schema.type)) return joinWords(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case "array":
      return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
    case "string":
      return FORMAT_NAMES[schema.format ?? ""] ?? textOf(schema);
    case "integer":
      return schema.minimum === undefined || schema.maximum === undefined || schema.maximum > 1000
        ? "whole number"
        : `${schema.minimum} to ${schema.maximum}`;
    case "object":
      return `object of ${joinWords(Object.keys(schema.properties ?? {}), "and")}`;
    case "boolean":
      return "true or false";
    default:
      return schema.type ?? "anything";
  }
}

function textOf({ minLength = 0, maxLength }: Schema): string {
  if (maxLength === undefined) return "text";
  const most = formatNumber(maxLength);
  return minLength > 1 ? `text of ${minLength} to ${most}` : `text, at most ${most}`;
}

const DAY = "day, YYYY-MM-DD";
const FORMAT_NAMES: Record<string, string> = { binary: "file", date: DAY, "date-time": "instant", email: "email" };

const joinWords = (parts: string[], last: "or" | "and" = "or"): string => {
  const all = [...new Set(parts)];
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} ${last} ${all.at(-1)}` : (all[0] ?? "");
};

export const keysOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, part]) => {
    return { name, type: typeOf(part), required: required.includes(name), about: aboutOf(part) };
  });

/** A schema's description and example; for a nullable one, those of its other branch. */
function aboutOf(part: SchemaPart): string {
  const schema: Schema = { ...part };
  const branches: Schema[] = [schema, ...(schema.anyOf ?? []).map((branch) => ({ ...branch }))];
  const { description, example } = branches.find((one) => one.description ?? one.example) ?? schema;
  return [description, example && `Like \`${example}\`.`].filter(Boolean).join(" ");
}

export const objectOf = (schema: Schema, title = schema.title ?? "") => {
  return { title, about: schema.description ?? "", keys: keysOf(schema) };
};

/** The variants of a body or a frame. A union that only says which keys are required is one variant. */
export const formsOf = (schema: Schema): Schema[] =>
  schema.properties ? [schema] : (schema.anyOf ?? schema.oneOf ?? [schema]).map((form) => ({ ...form }));
