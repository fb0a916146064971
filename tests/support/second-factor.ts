import type { DomainContext } from "~/domain/domain-context.server";
import * as setUp from "~/domain/accounts/second-factor/factor-set-up.server";
import { codeAt, stepAt } from "~/domain/accounts/second-factor/totp";
import { createdPasskey, signedPasskey } from "~/domain/accounts/second-factor/factor-answers";
import { bytesOf, toBase64Url } from "~/domain/values/secrets";
import type { Instant } from "~/domain/time/harare";
import type { SteppedUpUser } from "~/domain/values/user";
import { inSession } from "./sessions";

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** The code that an app shows at an instant. */
export const codeOf = (secret: Uint8Array<ArrayBuffer>, now: Instant): Promise<string> => codeAt(secret, stepAt(now));

const { beginAppSetUp, confirmApp, findAppSetUp, giveChallenge, addPasskey } = setUp;

/** A code that an app with this secret doesn't show around an instant. */
export async function wrongCodeOf(secret: Uint8Array<ArrayBuffer>, now: Instant): Promise<string> {
  const right = await Promise.all([-1, 0, 1].map((off) => codeAt(secret, stepAt(now) + off)));
  return ["000000", "000001", "000002", "000003"].find((code) => !right.includes(code))!;
}

/** Sets up an app a minute before `context.now`, so that its first code does not stand in the way of the next ones. */
export async function setUpApp(context: DomainContext, user: SteppedUpUser) {
  const earlier = { ...context, now: context.now - 120_000 };
  const { secret, result } = await inSession(context, user, async (one) => {
    await beginAppSetUp(earlier, one);
    const secret = (await findAppSetUp(earlier, one))!.bytes;
    return { secret, result: await confirmApp(earlier, one, await codeOf(secret, earlier.now)) };
  });
  if (!result.ok) throw new Error(result.reason);
  user.hasSecondFactor = true;
  return { secret, recoveryCodes: result.recoveryCodes ?? [] };
}

/** Faults of an authenticator. Flags: 1 present, 4 verified, 64 with a new key. */
type Fault = Partial<{ origin: string; host: string; challenge: string; type: string }> & { flags?: number };

/** An authenticator in software, with one passkey, that answers as browsers do. */
export async function newAuthenticator(origin: string, algorithm: -7 | -257 = -7) {
  const isEc = algorithm === -7;
  const rsa = { hash: "SHA-256", modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const kind = isEc ? { name: "ECDSA", namedCurve: "P-256" } : { name: "RSASSA-PKCS1-v1_5", ...rsa };
  const keys = (await crypto.subtle.generateKey(kind, true, ["sign", "verify"])) as CryptoKeyPair;
  const publicKey = new Uint8Array((await crypto.subtle.exportKey("spki", keys.publicKey)) as ArrayBuffer);
  const id = crypto.getRandomValues(new Uint8Array(32));

  const clientData = (type: string, challenge: string, fault: Fault) =>
    bytesOf(
      JSON.stringify({ type: fault.type ?? type, challenge, origin: fault.origin ?? origin, crossOrigin: false }),
    );
  const head = async (flags: number, fault: Fault) => [
    ...(await sha256(bytesOf(fault.host ?? new URL(origin).hostname))),
    fault.flags ?? flags,
    0,
    0,
    0,
    0,
  ];

  return {
    id: toBase64Url(id),
    async create(challenge: string, fault: Fault = {}): Promise<string> {
      const data = new Uint8Array([...(await head(0b1000101, fault)), ...new Uint8Array(16), 0, id.length, ...id]);
      return JSON.stringify({
        id: toBase64Url(id),
        rawId: toBase64Url(id),
        type: "public-key",
        response: {
          clientDataJSON: toBase64Url(clientData("webauthn.create", challenge, fault)),
          authenticatorData: toBase64Url(data),
          publicKey: toBase64Url(publicKey),
          publicKeyAlgorithm: algorithm,
        },
      });
    },
    async sign(challenge: string, fault: Fault = {}): Promise<string> {
      const client = clientData("webauthn.get", fault.challenge ?? challenge, fault);
      const data = new Uint8Array(await head(0b101, fault));
      const signed = new Uint8Array([...data, ...(await sha256(client))]);
      const how = isEc ? { name: "ECDSA", hash: "SHA-256" } : "RSASSA-PKCS1-v1_5";
      const raw = new Uint8Array(await crypto.subtle.sign(how, keys.privateKey, signed));
      return JSON.stringify({
        id: toBase64Url(id),
        type: "public-key",
        response: {
          clientDataJSON: toBase64Url(client),
          authenticatorData: toBase64Url(data),
          signature: toBase64Url(isEc ? toDer(raw) : raw),
        },
      });
    },
  };
}

/** A signature's two numbers in DER, as authenticators give them. */
function toDer(raw: Uint8Array): Uint8Array {
  const number = (half: Uint8Array) => {
    const from = half.findIndex((byte) => byte !== 0);
    const digits = half.subarray(Math.max(0, from));
    const bytes = (digits[0] ?? 0) > 127 ? [0, ...digits] : [...digits];
    return [2, bytes.length, ...bytes];
  };
  const body = [...number(raw.subarray(0, 32)), ...number(raw.subarray(32))];
  return new Uint8Array([0x30, body.length, ...body]);
}

type Authenticator = Awaited<ReturnType<typeof newAuthenticator>>;

/** A challenge for a user, or for a visitor who signs in by a passkey alone. */
export async function challengeFor(context: DomainContext, userId: string | null, purpose: "create" | "use" = "use") {
  const given = await giveChallenge(context, { purpose, userId });
  if (!given.ok) throw new Error(given.reason);
  return given.challenge;
}

/** Adds a passkey to an account: of this authenticator, or of a new one. */
export async function enrol(context: DomainContext, user: SteppedUpUser, given?: Authenticator) {
  const authenticator = given ?? (await newAuthenticator(context.origin));
  const challenge = await challengeFor(context, user.id, "create");
  const created = createdPasskey.parse(await authenticator.create(challenge));
  const result = await inSession(context, user, (one) => addPasskey(context, one, created, "Phone"));
  if (!result.ok) throw new Error(result.reason);
  user.hasSecondFactor = true;
  return { ...result, authenticator };
}

/** The authenticator's answer to a fresh challenge. */
export const signatureOf = async (
  context: DomainContext,
  userId: string | null,
  authenticator: Authenticator,
  fault: Fault = {},
) => signedPasskey.parse(await authenticator.sign(await challengeFor(context, userId), fault));
