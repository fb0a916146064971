import * as z from "zod";
import { dateAt, formatTime, timeAt, type Instant } from "~/domain/time/harare";

// The API shows the records of the domain by these kinds. A schema of them selects the keys of a record, formats them and
// describes the result: what is not listed in it is never sent.

export const object = <Keys extends z.ZodRawShape>(id: string, description: string, keys: Keys) =>
  z.object(keys).meta({ id, description });

export const shown = <Value, Schema extends z.ZodType>(format: (value: Value) => z.input<Schema>, schema: Schema) =>
  z.preprocess(format, schema);

/** The keys of an object that its record does not have, or has as something else. */
type Renamed<Row, Keys> = {
  [Key in keyof Keys as Key extends keyof Row ? (Row[Key] extends Keys[Key] ? never : Key) : Key]: Keys[Key];
};

/** An object shown from a record: `named` gives the keys that the record calls otherwise. */
export const shownFrom = <Row extends object, Schema extends z.ZodObject>(
  named: (row: Row) => Renamed<Row, z.input<Schema>> & Partial<z.input<Schema>>,
  schema: Schema,
) => z.preprocess((row: Row) => ({ ...row, ...named(row) }), schema);

/** An address of this site. Schemas don't know its origin: `show` writes it before the path. */
class SiteAddress {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** A value as an address of this site, whose path `pathOf` makes. */
export const siteAddress = <Value>(pathOf: (value: Value) => string) =>
  z.preprocess(
    (value: Value) => new SiteAddress(pathOf(value)),
    z.custom<string>((value) => value instanceof SiteAddress).meta({ override: { type: "string" } }),
  );

/** A record as JSON, as a schema shows it; the site's addresses begin with `origin`. Throws where it does not fit. */
export const show = <Schema extends z.ZodType>(schema: Schema, record: z.input<Schema>, origin: string): string =>
  JSON.stringify(schema.parse(record), (_, value: unknown) =>
    value instanceof SiteAddress ? origin + value.path : value,
  );

const onceShown = new WeakSet<z.ZodType>();

/** A value that gives access: a repeat under an Idempotency-Key lacks it, as it is not kept (X6). */
export function shownOnce<Schema extends z.ZodType>(schema: Schema) {
  const optional = schema.optional().describe("Shown once: the answer to a repeated call lacks it.");
  onceShown.add(optional);
  return optional;
}

export const keysShownOnce = (schema: z.ZodType): string[] =>
  schema instanceof z.ZodObject
    ? Object.entries<z.ZodType>(schema.shape).flatMap(([key, value]) => (onceShown.has(value) ? key : []))
    : [];

export const instant = shown(
  (at: Instant) => new Date(at).toISOString(),
  z.string().meta({ format: "date-time", description: "An instant in UTC." }),
);

export const dollars = shown((cents: number) => cents / 100, z.number());
export const amount = dollars.describe("US dollars.");

/** Minutes since midnight, as people say them: "10:30 am". */
export const timeOfDay = shown(formatTime, z.string());

export const day = shown(dateAt, z.string().meta({ format: "date" }));

export const idKeys = { _id: z.string().describe("The same as `id`."), id: z.string() };

export const nameKeys = { name: z.string().describe("First name."), username: z.string().describe("Last name.") };

export const namesOf = ({ id, firstName, lastName }: { id: string; firstName: string; lastName: string }) => ({
  _id: id,
  id,
  name: firstName,
  username: lastName,
});

export const appointmentKeys = {
  appointmentDate: day.describe("The day in Harare."),
  appointmentTime: shown(timeAt, z.string().meta({ description: "The time of day in Harare.", example: "10:30 am" })),
  startsAt: instant,
};
export const startOf = (startsAt: Instant) => ({ appointmentDate: startsAt, appointmentTime: startsAt, startsAt });

export const jobKeys = {
  booking: z.string().describe("The booking's id."),
  job: z.string().meta({ description: "The job reference, which people can read out.", example: "PB-7K3QF2" }),
};
