export const PHOTO_SIZES = [800, 160] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

export const PHOTO_BYTES = 5 * 1024 * 1024;
export const PHOTO_SIDE = 6000;

/** The address of a photo, or of the drawing that stands for a missing one (spec 2.2). */
export function photoUrl(key: string | null, size: PhotoSize): string {
  return key ? `/photos/${key}-${size}.webp` : "/default-avatar.png";
}

/** JPEG, PNG or WebP by its first bytes, whatever the name says; anything else is null. */
export function sniffImage(bytes: Uint8Array): "image/jpeg" | "image/png" | "image/webp" | null {
  const starts = (signature: number[], offset = 0) => signature.every((byte, index) => bytes[offset + index] === byte);
  if (starts([0xff, 0xd8, 0xff])) return "image/jpeg";
  if (starts([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return "image/png";
  if (starts([0x52, 0x49, 0x46, 0x46]) && starts([0x57, 0x45, 0x42, 0x50], 8)) return "image/webp";
  return null;
}
