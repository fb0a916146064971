import { isSameSecret } from "../values/same-secret";

// The messages between Paynow and us: form-encoded, with a hash over their values that proves who wrote them.

export type Fields = [name: string, value: string][];

/** SHA-512, in upper-case hex, over all values in the message's order, without the hash, and then the key. */
export async function paynowHash(fields: Iterable<readonly [string, string]>, key: string): Promise<string> {
  const values = [...fields].flatMap(([name, value]) => (isHash(name) ? [] : [value]));
  const digest = await crypto.subtle.digest("SHA-512", new TextEncoder().encode(values.join("") + key));
  return [...new Uint8Array(digest)]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
}

/** The message with its hash, to be sent. */
export const signMessage = async (fields: Fields, key: string): Promise<URLSearchParams> =>
  new URLSearchParams([...fields, ["hash", await paynowHash(fields, key)]]);

/** The fields of a message by their names in lower case; null: its hash is not Paynow's. */
export async function readSigned(text: string, key: string): Promise<Record<string, string> | null> {
  const fields = [...new URLSearchParams(text)];
  const hash = fields.find(([name]) => isHash(name))?.[1] ?? "";
  return isSameSecret(hash.toUpperCase(), await paynowHash(fields, key)) ? byName(fields) : null;
}

/** The fields of a message that nobody has signed. */
export const readUnsigned = (text: string): Record<string, string> => byName([...new URLSearchParams(text)]);

const isHash = (name: string) => name.toLowerCase() === "hash";
const byName = (fields: Fields) => Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value]));
