import { refuse, type Refusal } from "../values/refusal";
import { readImageHeader } from "./image-header";
import { PHOTO_BYTES, PHOTO_SIDE, PHOTO_SIZES, type PhotoSize } from "./photo";

export type PhotoRefusal = Refusal<"notAnImage" | "imageTooLarge" | "imageTooWide" | "photosUnavailable">;

export interface PhotoStore {
  /**
   * Re-encodes an upload to WebP at both sizes under a key; drops all metadata, location included (P2).
   * What is too large is refused by the file's header, before anything is decoded. `photosUnavailable`: the service
   * that decodes failed, not the file.
   */
  save(key: string, upload: Blob): Promise<{ ok: true } | PhotoRefusal>;
  open(key: string, size: PhotoSize): Promise<R2ObjectBody | null>;
  remove(key: string): Promise<void>;
}

const objectName = (key: string, size: PhotoSize) => `${key}-${size}.webp`;
const QUALITY = { 800: 75, 160: 70 } as const;

export function openPhotoStore(bucket: R2Bucket, images: ImagesBinding): PhotoStore {
  return {
    async save(key, upload) {
      if (upload.size > PHOTO_BYTES) return refuse("imageTooLarge");
      const bytes = await upload.arrayBuffer();
      const header = readImageHeader(new Uint8Array(bytes));
      if (!header) return refuse("notAnImage");
      if (header.width > PHOTO_SIDE || header.height > PHOTO_SIDE) return refuse("imageTooWide");
      try {
        // The small one is made of the large one: the upload is decoded once.
        const large = await squareWebp(images, bytes, 800);
        const small = await squareWebp(images, large, 160);
        await Promise.all([bucket.put(objectName(key, 800), large), bucket.put(objectName(key, 160), small)]);
        return { ok: true };
      } catch (error) {
        return blame(error);
      }
    },
    open: (key, size) => bucket.get(objectName(key, size)),
    remove: (key) => bucket.delete(PHOTO_SIZES.map((size) => objectName(key, size))),
  };
}

async function squareWebp(images: ImagesBinding, image: ArrayBuffer, size: PhotoSize): Promise<ArrayBuffer> {
  const result = await images
    .input(new Blob([image]).stream())
    .transform({ width: size, height: size, fit: "cover" })
    .output({ format: "image/webp", quality: QUALITY[size], anim: false });
  return result.response().arrayBuffer();
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
