import type { Instant } from "../time/harare";

export const PRIVATE_PHOTO_SIZES = [1280, 320] as const;
export type PrivatePhotoSize = (typeof PRIVATE_PHOTO_SIZES)[number];

/** How many photos a draft has, and a booking of each kind (P5). */
export const PHOTOS_OF_A_KIND = 4;

export const PRIVATE_PHOTO_KINDS = ["problem", "before", "after", "message"] as const;
export type PrivatePhotoKind = (typeof PRIVATE_PHOTO_KINDS)[number];

/** A photo as its viewer may see it: a hidden one is shown to the office alone. */
export interface PrivatePhoto {
  id: string;
  kind: PrivatePhotoKind;
  isHidden: boolean;
  createdAt: Instant;
}

/** The address of a private photo, which asks who is looking (P5). */
export const privatePhotoUrl = (id: string, size: PrivatePhotoSize): string => `/job-photos/${id}-${size}.webp`;
