import type { Instant } from "../../time/harare";

/** The header that carries a webhook's signature. */
export const SIGNATURE_HEADER = "Pombi-Signature";

/**
 * Signs what is posted to a webhook (X11), as Stripe does: `t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. The time is
 * signed too, so that a receiver can refuse what someone recorded and sends again.
 */
export async function signWebhook(secret: string, body: string, at: Instant): Promise<string> {
  const seconds = Math.floor(at / 1000);
  const key = await crypto.subtle.importKey("raw", bytesOf(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, bytesOf(`${seconds}.${body}`));
  const hex = Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `t=${seconds},v1=${hex}`;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
