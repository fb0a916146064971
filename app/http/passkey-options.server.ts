import { brand } from "~/brand";
import { CHALLENGE_LIFE } from "~/domain/accounts/second-factor/passkeys.server";
import { ALGORITHMS } from "~/domain/accounts/second-factor/webauthn";
import { toBase64Url } from "~/domain/values/base64-url";
import { fullName, type AuthenticatedUser } from "~/domain/values/user";

// What `navigator.credentials` is asked for, as `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON` read it.

const credentials = (ids: string[]) => ids.map((id) => ({ type: "public-key", id }));

/** The options of a new passkey for a user who has those of `ids`. */
export const creationOptions = (origin: string, challenge: string, user: AuthenticatedUser, ids: string[]) => ({
  challenge,
  rp: { id: new URL(origin).hostname, name: brand.name },
  user: { id: toBase64Url(new TextEncoder().encode(user.id)), name: user.email, displayName: fullName(user) },
  pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
  // Kept by the authenticator, so that it can sign in alone, and never without finger, face or PIN.
  authenticatorSelection: { residentKey: "required", userVerification: "required" },
  attestation: "none",
  excludeCredentials: credentials(ids),
  timeout: CHALLENGE_LIFE,
});

/** The options of a signature by one of the passkeys of `ids`; empty: by any that the browser has for us. */
export const requestOptions = (origin: string, challenge: string, ids: string[]) => ({
  challenge,
  rpId: new URL(origin).hostname,
  userVerification: "required",
  allowCredentials: credentials(ids),
  timeout: CHALLENGE_LIFE,
});
