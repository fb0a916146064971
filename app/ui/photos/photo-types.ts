/** What a file field takes: the server judges by the bytes (P1). */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp";
