import type { Instant } from "../time/harare";

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
export const photoUrl = (key: string | null, size: PhotoSize): string =>
  key ? `/photos/${key}-${size}.webp` : "/default-avatar.png";

export const PRIVATE_PHOTO_SIZES = [1280, 320] as const;
export type PrivatePhotoSize = (typeof PRIVATE_PHOTO_SIZES)[number];

/** The widths of a work photo in pixels: opened, and in the list (P7). It is three quarters as high. */
export const WORK_PHOTO_SIZES = [640, 320] as const;
export type WorkPhotoSize = (typeof WORK_PHOTO_SIZES)[number];
export const WORK_PHOTO_BYTES: Record<WorkPhotoSize, number> = { 640: 30_000, 320: 10_000 };
export const WORK_PHOTOS_SHOWN = 12;

/** A public photo of finished work, its place before the work, and its job: the cost in cents, null until it is settled. */
export interface WorkPhoto {
  id: string;
  beforeId: string | null;
  serviceType: string | null;
  suburb: string | null;
  completedAt: Instant | null;
  settledPrice: number | null;
}

export const workPhotoUrl = (id: string, size: WorkPhotoSize): string => `/work-photos/${id}-${size}`;

/** The photos of a draft, and of a booking of each kind (P5). */
export const PHOTOS_PER_KIND = 4;

export type PrivatePhotoKind = "problem" | "before" | "after" | "message";

/** A photo as its viewer may see it: only the office sees a hidden one. */
export interface PrivatePhoto {
  id: string;
  kind: PrivatePhotoKind;
  isHidden: boolean;
  createdAt: Instant;
  /** The client lets everyone see it (P7); left out where a list does not show it. */
  isShared?: boolean;
}

export const privatePhotoUrl = (id: string, size: PrivatePhotoSize): string => `/job-photos/${id}-${size}.webp`;
