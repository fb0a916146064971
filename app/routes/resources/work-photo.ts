import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isWorkPhoto } from "~/domain/bookings/commands/work-photos.server";
import type { WorkPhotoType } from "~/domain/photos/photo-store.server";
import type { WorkPhotoSize } from "~/domain/photos/photo";
import { privateKey } from "~/domain/photos/private-photos.server";
import { imageResponse, notFound, param } from "~/http/responses";

/** A photo of finished work that its plumber and its client show to everyone (P7), as AVIF where the browser takes it. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { db, privatePhotos } = context;
  const file = /^([a-z0-9]{24})-(640|320)$/.exec(param(params, "file"));
  if (!file || !(await isWorkPhoto(db, file[1]!))) return notFound();
  const open = (type: WorkPhotoType) =>
    privatePhotos.openCopy(privateKey(file[1]!), Number(file[2]) as WorkPhotoSize, type);
  const takesAvif = request.headers.get("Accept")?.includes("image/avif") ?? false;
  const avif = takesAvif ? await open("image/avif") : null;
  const photo = avif ?? (await open("image/webp"));
  if (!photo) return notFound();
  return imageResponse(photo, {
    ...(avif && { "Content-Type": "image/avif" }),
    // In the browser alone: what is withdrawn must not live on in a shared cache.
    "Cache-Control": "private, max-age=86400",
    Vary: "Accept",
    ETag: photo.httpEtag,
  });
}
