import { withoutGaps, CODE_LENGTH, NAME_LENGTH } from "../../values/text";
import * as z from "zod";
import { line, readBy } from "../../values/fields";
import { fromBase64Url } from "../../values/secrets";

export const RECOVERY_CODES = 10;

/** A code of the app, a recovery code, or what a passkey has signed. */
export type FactorAnswer = { code: string } | { passkey: SignedPasskey };

/** A code of an app as it is compared: six digits, however they are grouped; null for anything else. */
export const readAppCode = (text: string): string | null => /^\d{6}$/.exec(withoutGaps(text))?.[0] ?? null;

/** A recovery code as it is hashed: sixteen letters and digits, however they are grouped; null for anything else. */
export const readRecoveryCode = (text: string): string | null =>
  /^[A-Z2-9]{16}$/.exec(withoutGaps(text).toUpperCase())?.[0] ?? null;

/** Reads what a form or call has sent; null: nothing. An unreadable answer counts as a wrong one. */
export function readFactorAnswer(given: { code?: unknown; passkey?: unknown }): FactorAnswer | null {
  if (typeof given.passkey === "string" && given.passkey !== "") {
    const passkey = signedPasskey.safeParse(given.passkey);
    return passkey.success ? { passkey: passkey.data } : { code: "" };
  }
  return typeof given.code === "string" && given.code.trim() !== "" ? { code: given.code.slice(0, 40) } : null;
}

const CODE = "Code is required.";

export const appCodeForm = z.object({ code: z.string({ error: CODE }).trim().min(1, CODE).max(CODE_LENGTH, CODE) });

// Passkeys (WebAuthn level 3) as browsers write them with `toJSON()`; attestation is not asked for: any authenticator
// will do.

const base64Url = z.string().max(4000).transform(readBy(fromBase64Url, "Not base64url."));

const RS256 = -257;
/** COSE's numbers of the algorithms that WebCrypto can check everywhere: ES256 and RS256. */
export const ALGORITHMS = [-7, RS256] as const;

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const json = z.string().max(16_000).transform(readBy(readJson, "Not JSON."));

const id = z.string().regex(/^[\w-]{1,1400}$/);
const signedData = z.object({ clientDataJSON: base64Url, authenticatorData: base64Url });
const newKey = { publicKey: z.string().regex(/^[\w-]{1,2000}$/), publicKeyAlgorithm: z.literal([...ALGORITHMS]) };

export const createdPasskey = json.pipe(z.object({ id, response: signedData.extend(newKey) }));
export type CreatedPasskey = z.output<typeof createdPasskey>;

export const passkeyForm = z.object({
  name: line("Name is required.", NAME_LENGTH),
  passkey: z.string("Please press the button again.").pipe(createdPasskey),
});

export const signedPasskey = json.pipe(z.object({ id, response: signedData.extend({ signature: base64Url }) }));
export type SignedPasskey = z.output<typeof signedPasskey>;

const challenge = z.string().regex(/^[\w-]{1,100}$/);
const clientData = json.pipe(
  z.object({ type: z.string(), challenge, origin: z.string(), crossOrigin: z.boolean().optional() }),
);

/** Flags of the authenticator's data: the user was there, and has shown by finger, face or PIN that it is them. */
const PRESENT_AND_VERIFIED = 0b101;
const FLAGS_OFFSET = 32;
/** Of the credential's id and its length, behind flags, counter and the authenticator's model. */
const ID_LENGTH_OFFSET = 53;

/** The challenge, if it was signed on our own pages and the user was verified; else null. D1 says whether we gave it. */
async function challengeIn(
  { clientDataJSON, authenticatorData }: { clientDataJSON: Uint8Array; authenticatorData: Uint8Array },
  type: "webauthn.create" | "webauthn.get",
  origin: string,
): Promise<string | null> {
  const said = clientData.safeParse(new TextDecoder().decode(clientDataJSON)).data;
  if (!said || said.type !== type || said.origin !== origin || said.crossOrigin) return null;
  const host = await sha256(new TextEncoder().encode(new URL(origin).hostname));
  if (!isSame(authenticatorData.subarray(0, 32), host)) return null;
  const flags = authenticatorData[FLAGS_OFFSET] ?? 0;
  return (flags & PRESENT_AND_VERIFIED) === PRESENT_AND_VERIFIED ? said.challenge : null;
}

/** The challenge for which a passkey was made here, its user verified; else null. */
export async function challengeOfCreated(created: CreatedPasskey, origin: string): Promise<string | null> {
  const { authenticatorData: data } = created.response;
  const length = (data[ID_LENGTH_OFFSET] ?? 0) * 256 + (data[ID_LENGTH_OFFSET + 1] ?? 0);
  const id = data.subarray(ID_LENGTH_OFFSET + 2, ID_LENGTH_OFFSET + 2 + length);
  const named = fromBase64Url(created.id);
  return named && isSame(id, named) ? challengeIn(created.response, "webauthn.create", origin) : null;
}

/** The challenge that this passkey has signed here, its user verified; else null. */
export async function challengeOfSigned({ response }: SignedPasskey, key: PublicKey, origin: string) {
  const challenge = await challengeIn(response, "webauthn.get", origin);
  if (challenge === null) return null;
  const { authenticatorData, clientDataJSON, signature } = response;
  const signed = new Uint8Array([...authenticatorData, ...(await sha256(clientDataJSON))]);
  return (await isSignedBy(key, signature, signed)) ? challenge : null;
}

interface PublicKey {
  publicKey: string;
  algorithm: number;
}
type Bytes = Uint8Array<ArrayBuffer>;

async function isSignedBy({ publicKey, algorithm }: PublicKey, signature: Bytes, signed: Bytes): Promise<boolean> {
  const key = await importKey(publicKey, algorithm);
  const raw = algorithm === RS256 ? signature : rawSignature(signature);
  return key !== null && raw !== null && crypto.subtle.verify({ ...key.algorithm, hash: "SHA-256" }, key, raw, signed);
}

async function importKey(publicKey: string, algorithm: number): Promise<CryptoKey | null> {
  const spki = fromBase64Url(publicKey);
  const type =
    algorithm === RS256 ? { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } : { name: "ECDSA", namedCurve: "P-256" };
  return spki && crypto.subtle.importKey("spki", spki, type, false, ["verify"]).catch(() => null);
}

export const isUsableKey = async ({ response }: CreatedPasskey): Promise<boolean> =>
  (await importKey(response.publicKey, response.publicKeyAlgorithm)) !== null;

/** The two numbers of a signature in DER, as the 64 bytes that WebCrypto takes; null if it isn't one. */
function rawSignature(der: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const raw = new Uint8Array(64);
  let at = 2;
  for (const half of [0, 32]) {
    const length = der[at + 1] ?? 0;
    const number = der.subarray(at + 2, at + 2 + length);
    // A first byte of zero only says that the number is positive.
    const digits = number.length > 32 ? number.subarray(number.length - 32) : number;
    if (der[at] !== 2 || number.length !== length || length === 0 || length > 33) return null;
    raw.set(digits, half + 32 - digits.length);
    at += 2 + length;
  }
  return der[0] === 0x30 && at === der.length ? raw : null;
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

const isSame = (one: Uint8Array, other: Uint8Array) =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);
