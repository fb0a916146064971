/** Small enough to be sent as it is, in bytes: data costs money here. */
const SMALL_ENOUGH = 300_000;
const QUALITIES = [0.75, 0.6, 0.45];

/**
 * A photo of at most `longestSide` pixels on each side and, if possible, at most 300 kB; upright, and without the place
 * where it was taken. The file itself if it is small or this browser can't decode it, which the server then refuses.
 */
export async function shrinkPhoto(file: File, longestSide: number): Promise<File> {
  if (file.size < SMALL_ENOUGH) return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(bitmap.width * scale);
    canvas.height = Math.round(bitmap.height * scale);
    canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    let blob: Blob | null = null;
    for (const quality of QUALITIES) {
      blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
      if (!blob || blob.size <= SMALL_ENOUGH) break;
    }
    return blob && blob.size < file.size ? new File([blob], "photo.jpg", { type: blob.type }) : file;
  } catch {
    return file;
  }
}

/** The types that a file field offers; the server judges by the bytes (P1). */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp";
