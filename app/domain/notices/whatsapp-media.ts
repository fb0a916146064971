import * as z from "zod";
import { WHATSAPP_API } from "./whatsapp-sender";

/** Meta's limit for a picture, in bytes. */
const LARGEST = 5 * 1024 * 1024;

const described = z.object({ url: z.url(), file_size: z.number().max(LARGEST).optional() });

/** Only there does Meta keep what people send: our token goes nowhere else. */
const isOfMeta = (url: string): boolean => /^https:\/\/([a-z0-9-]+\.)*(fbsbx|facebook)\.com\//.test(url);

/**
 * Fetches a picture that someone sent by WhatsApp, by its id at Meta; null: it is gone, too large, or out of reach. What it
 * is, the photo store finds out.
 */
export async function openWhatsAppPicture(
  { token }: { token: string },
  fetch: typeof globalThis.fetch,
  id: string,
): Promise<Blob | null> {
  const init = { headers: { Authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(10_000) };
  try {
    const found = described.safeParse(await (await fetch(`${WHATSAPP_API}/${encodeURIComponent(id)}`, init)).json());
    if (!found.success || !isOfMeta(found.data.url)) return null;
    const picture = await fetch(found.data.url, init);
    if (!picture.ok || Number(picture.headers.get("Content-Length") ?? 0) > LARGEST) return null;
    const blob = await picture.blob();
    return blob.size <= LARGEST ? blob : null;
  } catch {
    return null;
  }
}
