import { Validator, type Schema } from "@cfworker/json-schema";
import { expect } from "vitest";
import { call, type ApiAnswer, type ApiCall } from "./site";
import type { Sample } from "./api-samples";
import { PAYNOW_SETTINGS } from "./paynow";
import type { TownUser } from "./town";

// The OpenAPI document, and what it says of each response.

interface DocumentedOperation {
  operationId: string;
  security: object[];
  parameters?: { name: string; in: "path" | "query" | "header"; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>;
}
interface ApiDocument {
  openapi: string;
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: object;
}

/** Limits that a walk through every operation does not reach. */
export const WIDE = { LIMIT_FACTOR: "1000", ...PAYNOW_SETTINGS };

export const document = (await call("GET", "/api/openapi.json")).body as ApiDocument;

// Sockets have tests of their own (`api-sockets.test.ts`).
export const operations = Object.entries(document.paths)
  .filter(([path]) => !path.startsWith("/sockets/"))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { name: operation.operationId, path, method: method.toUpperCase(), operation };
    }),
  );
export type Documented = (typeof operations)[number];

const resolve = (schema: Schema): Schema =>
  schema.$ref
    ? schema.$ref
        .slice(2)
        .split("/")
        .reduce<Schema>((at, part) => at[part] as Schema, { ...document })
    : schema;
/** The form that the sample fills in: of those that a body can have the last one, which has the most in it. */
export function formOf({ operation }: Documented): Schema | undefined {
  const [content] = Object.values(operation.requestBody?.content ?? {});
  if (!content) return undefined;
  const schema = resolve(content.schema);
  return schema.properties ? schema : resolve((schema.oneOf ?? schema.anyOf)?.at(-1) ?? schema);
}
export const isMultipart = ({ operation }: Documented) =>
  "multipart/form-data" in (operation.requestBody?.content ?? {});

/** Every other request asks for problem details: what an error says is documented in both forms. */
let asked = 0;
const accepts = () => (asked++ % 2 === 0 ? "*/*" : "application/problem+json");

/** The path and query of a sample's request. */
export function addressOf({ path }: Documented, { params, query }: Sample): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Sends a request, and checks the response against the document. */
export async function ask(
  tokens: Record<TownUser, string>,
  documented: Documented,
  sample: Sample,
  { headers, ...more }: ApiCall = {},
): Promise<ApiAnswer> {
  const form = isMultipart(documented) && (sample.body as Record<string, string | File> | undefined);
  const response = await call(documented.method, addressOf(documented, sample), {
    ...(sample.as && { token: tokens[sample.as] }),
    ...(form ? { form } : { json: sample.body }),
    settings: WIDE,
    ...more,
    headers: { Accept: accepts(), ...headers },
  });
  expectAsDocumented(documented, response);
  return response;
}

// Making one takes longer than most calls: it reads all components.
const validators = new Map<string, Validator>();
function validatorOf(schema: Schema): Validator {
  const key = JSON.stringify(schema);
  const whole = { ...schema, components: document.components } as Schema;
  const validator = validators.get(key) ?? new Validator(whole, "2020-12", false);
  validators.set(key, validator);
  return validator;
}

function expectAsDocumented({ name, operation }: Documented, { status, body, headers }: ApiAnswer) {
  const type = headers.get("Content-Type")!;
  expect(type).toMatch(status < 400 ? /^application\/json$|^image\/webp$/ : /^application\/(problem\+)?json$/);
  const documented = operation.responses[String(status)];
  const answer = `${name} answered ${status} ${JSON.stringify(body)}`;
  expect(documented, answer).toBeDefined();
  if (status >= 400) expect(documented!.description, answer).toContain(`\`${(body as { code: string }).code}\``);
  const schema = documented!.content![type]!.schema;
  if (body instanceof Blob) return;
  const { valid, errors } = validatorOf(schema).validate(body);
  expect(valid, `${name} ${status}: ${JSON.stringify(errors.slice(0, 3))} in ${JSON.stringify(body)}`).toBe(true);
}

/** Checks what came over a socket against the document. */
export function expectFrameAsDocumented(frame: unknown) {
  const { valid, errors } = validatorOf({ $ref: "#/components/schemas/ApiFrame" }).validate(frame);
  expect(valid, `${JSON.stringify(errors.slice(0, 3))} in ${JSON.stringify(frame)}`).toBe(true);
}
