import { createECDH } from "node:crypto";
import { brand } from "../app/brand";

/** Makes the keys of web push, under the names of the Worker's settings. */
export function makeVapidKeys(): Record<"VAPID_PUBLIC_KEY" | "VAPID_PRIVATE_KEY" | "VAPID_SUBJECT", string> {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return {
    VAPID_PUBLIC_KEY: pair.getPublicKey("base64url"),
    // Without its leading zeros, which a key of 32 bytes has.
    VAPID_PRIVATE_KEY: Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url"),
    VAPID_SUBJECT: `mailto:${brand.email}`,
  };
}
