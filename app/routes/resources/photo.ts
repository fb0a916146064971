import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { PhotoSize } from "~/domain/photos/photo";
import { imageResponse, notFound, param } from "~/http/responses";

const HEADERS = {
  "Cache-Control": "public, max-age=31536000, immutable",
  // The platform's cache asks again each day, so that a deleted photo disappears.
  "Cloudflare-CDN-Cache-Control": "public, max-age=86400",
  // The API gives out its address, and apps on other origins show it.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/**
 * A photo from R2: public under its unguessable key, immutable, and never anything but an image (P4); or the picture to
 * share of it (P6).
 */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const file = param(params, "file");
  const shared = /^([a-z0-9-]{1,40})-share\.jpg$/.exec(file);
  if (shared) {
    const picture = await context.openSharePicture(shared[1]!);
    return picture ? new Response(picture, { headers: { ...HEADERS, "Content-Type": "image/jpeg" } }) : notFound();
  }
  const match = /^([a-z0-9-]{1,40})-(800|160)\.webp$/.exec(file);
  const photo = match ? await context.photos.open(match[1]!, Number(match[2]) as PhotoSize) : null;
  return photo ? imageResponse(photo, { ...HEADERS, ETag: photo.httpEtag }) : notFound();
}
