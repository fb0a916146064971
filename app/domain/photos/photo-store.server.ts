import { refuse, type Refusal } from "../values/refusal";
import { PHOTO_BYTES, PHOTO_SIDE, PHOTO_SIZES, sniffImage, type PhotoSize } from "./photo";

export interface PhotoStore {
  /** Re-encodes an upload to WebP at both sizes under a key; drops all metadata, location included (product.md 16). */
  save(key: string, upload: Blob): Promise<{ ok: true } | Refusal<"notAnImage" | "imageTooLarge">>;
  open(key: string, size: PhotoSize): Promise<R2ObjectBody | null>;
  remove(key: string): Promise<void>;
}

const objectName = (key: string, size: PhotoSize) => `${key}-${size}.webp`;
const QUALITY = { 800: 75, 160: 70 } as const;

export function openPhotoStore(bucket: R2Bucket, images: ImagesBinding): PhotoStore {
  return {
    async save(key, upload) {
      if (upload.size > PHOTO_BYTES) return refuse("imageTooLarge");
      const bytes = new Uint8Array(await upload.arrayBuffer());
      if (!sniffImage(bytes)) return refuse("notAnImage");
      let encoded: (readonly [PhotoSize, ArrayBuffer])[];
      try {
        const info = await images.info(new Blob([bytes]).stream());
        // Decoding needs four bytes a pixel: a small file with huge sides would take the Worker's memory.
        if (!("width" in info) || info.width > PHOTO_SIDE || info.height > PHOTO_SIDE) return refuse("notAnImage");
        encoded = await Promise.all(
          PHOTO_SIZES.map(async (size) => [size, await squareWebp(images, bytes, size)] as const),
        );
      } catch {
        return refuse("notAnImage");
      }
      await Promise.all(encoded.map(([size, image]) => bucket.put(objectName(key, size), image)));
      return { ok: true };
    },
    open: (key, size) => bucket.get(objectName(key, size)),
    remove: (key) => bucket.delete(PHOTO_SIZES.map((size) => objectName(key, size))),
  };
}

async function squareWebp(images: ImagesBinding, bytes: Uint8Array<ArrayBuffer>, size: PhotoSize): Promise<ArrayBuffer> {
  const result = await images
    .input(new Blob([bytes]).stream())
    .transform({ width: size, height: size, fit: "cover" })
    .output({ format: "image/webp", quality: QUALITY[size] });
  return result.response().arrayBuffer();
}
