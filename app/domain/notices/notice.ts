import type { EmailTemplate } from "../email/email-template";

/** How each channel tells the facts of a notice. Email carries all of them; a further channel is a further field. */
interface Channels<Facts> {
  /** `origin` is the configured one, without a slash at its end: links begin with it (N5). */
  email: (facts: Facts, origin: string) => EmailTemplate;
}

/** Something we tell someone unasked (N6). */
export interface Notice<Facts> extends Channels<Facts> {
  /** Its name in the table: with cause and recipient it is sent once (N1). */
  kind: string;
}

/**
 * The notices of a room, by kind: `Table` gives each kind the facts it tells, and a kind without a template does not
 * compile. Kinds are unique in the whole product.
 */
export function defineNotices<Table>(channels: { [Kind in keyof Table]: Channels<Table[Kind]> }): {
  [Kind in keyof Table]: Notice<Table[Kind]>;
} {
  return Object.fromEntries(
    Object.entries<Channels<never>>(channels).map(([kind, one]) => [kind, { kind, ...one }]),
  ) as { [Kind in keyof Table]: Notice<Table[Kind]> };
}
