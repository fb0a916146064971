interface PhotoSize {
  /** In pixels. */
  longestSide: number;
  /** In bytes: at this a photo is good enough, and a file is sent as it is. */
  wanted: number;
  /** In bytes: a photo above this loses pixels, too. */
  most: number;
  qualities: readonly number[];
}

/** Of a job, a message or a person: data costs money here (P5). */
const PHOTO: PhotoSize = { longestSide: 1024, wanted: 60_000, most: 100_000, qualities: [0.6, 0.45, 0.3] };
/** Its words stay legible. */
export const PAPER: PhotoSize = { longestSide: 1280, wanted: 300_000, most: Infinity, qualities: [0.75, 0.6, 0.45] };

const SMALLEST_SIDE = 320;
const FEWER_PIXELS = 0.75;

/**
 * A photo of this size, upright, and without the place where it was taken. The file itself if it is small, would not
 * become smaller, or can't be decoded by this browser: the server then refuses it.
 */
export async function shrinkPhoto(file: File, size: PhotoSize = PHOTO): Promise<File> {
  if (file.size <= size.wanted) return file;
  try {
    const bitmap = await createImageBitmap(file);
    let { longestSide } = size;
    let best = await draw(bitmap, longestSide, size);
    while (best && best.size > size.most && longestSide * FEWER_PIXELS >= SMALLEST_SIDE) {
      longestSide *= FEWER_PIXELS;
      best = await draw(bitmap, longestSide, size);
    }
    if (!best || best.size >= file.size) return file;
    return new File([best], best.type === WEBP ? "photo.webp" : "photo.jpg", { type: best.type });
  } catch {
    return file;
  }
}

async function draw(bitmap: ImageBitmap, longestSide: number, { wanted, qualities }: PhotoSize): Promise<Blob | null> {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  let blob: Blob | null = null;
  for (const quality of qualities) {
    blob = await encode(canvas, quality);
    if (!blob || blob.size <= wanted) break;
  }
  return blob;
}

const WEBP = "image/webp";
/** A browser that can't write WebP gives a PNG in its place, which is slow and large. */
let writesWebp = true;

async function encode(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, quality));
  const webp = writesWebp ? await as(WEBP) : null;
  if (webp?.type === WEBP) return webp;
  writesWebp = false;
  return as("image/jpeg");
}

/** The types that a file field offers; the server judges by the bytes (P1). */
export const PHOTO_TYPES = "image/jpeg,image/png,image/webp";
