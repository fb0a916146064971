import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { PrivatePhotoSize } from "~/domain/photos/photo";
import { findPrivatePhoto, privateKey } from "~/domain/photos/private-photos.server";
import { draftCookie } from "~/http/cookies";
import { hasCopy } from "~/http/request";
import { imageResponse, notFound, param } from "~/http/responses";

/**
 * A private photo, for those who may see it (P5), else 404. Its content never changes: the browser keeps it for an hour,
 * or until the session ends (S3).
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, now, session, privatePhotos } = context;
  const [, id, size] = /^([a-z0-9]{24})-(1280|320)\.webp$/.exec(param(params, "file")) ?? [];
  if (!id) return notFound();
  const [user, photo] = await Promise.all([
    session.confirm(),
    findPrivatePhoto(db, session.viewer, draftCookie.read(request), id, now),
  ]);
  if (!photo || !(user || photo.isOfDraft)) return notFound();
  const etag = `"${id}-${size}"`;
  const headers = { "Cache-Control": "private, max-age=3600", ETag: etag };
  if (hasCopy(request, etag)) return new Response(null, { status: 304, headers });
  const object = await privatePhotos.open(privateKey(id), Number(size) as PrivatePhotoSize);
  return object ? imageResponse(object, headers) : notFound();
}
