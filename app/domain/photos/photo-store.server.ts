import { refuse, type Refusal } from "../values/refusal";
import { readImageHeader } from "./image-header";
import { PHOTO_BYTES, PHOTO_SIDE, type PhotoSize } from "./photo";
import type { PrivatePhotoSize } from "./private-photo";

export type PhotoRefusal = Refusal<"notAnImage" | "imageTooLarge" | "imageTooWide" | "photosUnavailable">;

export interface PhotoStore<Size extends number = PhotoSize> {
  /**
   * Re-encodes an upload to WebP at both sizes under a key; drops all metadata, location included (P2).
   * What is too large is refused by the file's header, before anything is decoded. `photosUnavailable`: the service
   * that decodes failed, not the file.
   */
  save(key: string, upload: Blob): Promise<{ ok: true } | PhotoRefusal>;
  open(key: string, size: Size): Promise<R2ObjectBody | null>;
  remove(key: string): Promise<void>;
}

/** How photos of one sort are kept: in two sizes, the large one first, each with its quality. */
interface Format<Size extends number> {
  sizes: readonly [large: Size, small: Size];
  quality: Record<Size, number>;
  /** Cut to a square, or whole with this as the longest side. */
  fit: "cover" | "scale-down";
}

const PORTRAIT: Format<PhotoSize> = { sizes: [800, 160], quality: { 800: 75, 160: 70 }, fit: "cover" };
const PRIVATE: Format<PrivatePhotoSize> = { sizes: [1280, 320], quality: { 1280: 70, 320: 60 }, fit: "scale-down" };

/** The photos of users, which are public (P4). */
export const openPhotoStore = (bucket: R2Bucket, images: ImagesBinding): PhotoStore =>
  openStore(bucket, images, PORTRAIT);

/** Photos of jobs and messages (P5), whose keys `privateKey` makes. */
export const openPrivatePhotoStore = (bucket: R2Bucket, images: ImagesBinding): PhotoStore<PrivatePhotoSize> =>
  openStore(bucket, images, PRIVATE);

function openStore<Size extends number>(
  bucket: R2Bucket,
  images: ImagesBinding,
  format: Format<Size>,
): PhotoStore<Size> {
  const objectName = (key: string, size: Size) => `${key}-${size}.webp`;
  const [largeSize, smallSize] = format.sizes;

  async function webp(image: ArrayBuffer, size: Size): Promise<ArrayBuffer> {
    const result = await images
      .input(new Blob([image]).stream())
      .transform({ width: size, height: size, fit: format.fit })
      .output({ format: "image/webp", quality: format.quality[size], anim: false });
    return result.response().arrayBuffer();
  }

  return {
    async save(key, upload) {
      if (upload.size > PHOTO_BYTES) return refuse("imageTooLarge");
      const bytes = await upload.arrayBuffer();
      const header = readImageHeader(new Uint8Array(bytes));
      if (!header) return refuse("notAnImage");
      if (header.width > PHOTO_SIDE || header.height > PHOTO_SIDE) return refuse("imageTooWide");
      try {
        // The small one is made of the large one: the upload is decoded once.
        const large = await webp(bytes, largeSize);
        const small = await webp(large, smallSize);
        await Promise.all([
          bucket.put(objectName(key, largeSize), large),
          bucket.put(objectName(key, smallSize), small),
        ]);
        return { ok: true };
      } catch (error) {
        return blame(error);
      }
    },
    open: (key, size) => bucket.get(objectName(key, size)),
    remove: (key) => bucket.delete(format.sizes.map((size) => objectName(key, size))),
  };
}

/** The codes of Cloudflare Images that speak of the file; all others (9422 and 9432: the plan) speak of the service. */
const OF_THE_FILE: Record<number, "notAnImage" | "imageTooWide"> = {
  9402: "imageTooWide",
  9412: "notAnImage",
  9413: "imageTooWide",
  9520: "notAnImage",
  9523: "notAnImage",
};

function blame(error: unknown): PhotoRefusal {
  const code = error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : null;
  const reason = code === null ? undefined : OF_THE_FILE[code];
  if (reason) return refuse(reason);
  console.error(
    JSON.stringify({ event: "photo not stored", code, error: error instanceof Error ? error.message : String(error) }),
  );
  return refuse("photosUnavailable");
}
