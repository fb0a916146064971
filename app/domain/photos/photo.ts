export const PHOTO_SIZES = [800, 160] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

export const PHOTO_REFUSALS = [
  "notAnImage",
  "heicPhoto",
  "avifPhoto",
  "gifPhoto",
  "photoDamaged",
  "photoEmpty",
  "imageTooLarge",
  "imageTooWide",
  "photosUnavailable",
] as const;

export const PHOTO_BYTES = 5 * 1024 * 1024;
/** Of pixels, on each side: decoding needs four bytes a pixel. */
export const PHOTO_SIDE = 12_000;

/** The picture that messengers show for a plumber's page (P6), with their photo or a drawn face. */
export const sharePictureUrl = (key: string | null): string =>
  key ? `/photos/${key}-share.jpg` : "/share-plumber.png";

/** The photo, or the illustration for a missing one (P4). */
export function photoUrl(key: string | null, size: PhotoSize): string {
  return key ? `/photos/${key}-${size}.webp` : "/default-avatar.png";
}
