import type { PortraitStore } from "./photo-store.server";

/** Where the photo hangs in `public/share-plumber.png`, in its pixels. */
const FRAME = { left: 690, top: 60, side: 430 };

/**
 * The picture that messengers show for a plumber's page (P6), 1200 x 630: the photo under this key in the frame of our
 * `background`, drawn when it is first asked for and kept from then on. Null: there is no such photo. Local mode's Images
 * draws nothing over anything, so there the frame keeps the face of the drawing.
 */
export async function openSharePicture(
  photos: PortraitStore,
  images: ImagesBinding,
  background: () => Promise<ReadableStream>,
  key: string,
): Promise<ReadableStream | ArrayBuffer | null> {
  const kept = await photos.openSharePicture(key);
  if (kept) return kept.body;
  const photo = await photos.open(key, 800);
  if (!photo) return null;
  const portrait = images.input(photo.body).transform({ width: FRAME.side, height: FRAME.side, fit: "cover" });
  const drawn = await images
    .input(await background())
    .draw(portrait, { left: FRAME.left, top: FRAME.top })
    .output({ format: "image/jpeg", quality: 80 });
  const picture = await drawn.response().arrayBuffer();
  await photos.keepSharePicture(key, picture);
  return picture;
}
