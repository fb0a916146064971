import { refuse, type Refusal } from "../values/refusal";
import { readImageHeader, whyUnreadable } from "./image-header";
import {
  PHOTO_BYTES,
  PHOTO_SIDE,
  type PHOTO_REFUSALS,
  type PhotoSize,
  WORK_PHOTO_BYTES,
  WORK_PHOTO_SIZES,
  type PrivatePhotoSize,
  type WorkPhotoSize,
} from "./photo";

export type PhotoRefusal = Refusal<(typeof PHOTO_REFUSALS)[number]>;

/** Where the photo hangs in `public/share-plumber.png`, in its pixels. */
const FRAME = { left: 690, top: 60, side: 430 };

/** The formats of photos that everyone sees, the smaller one first. */
const WORK_PHOTO_TYPES = ["image/avif", "image/webp"] as const;
export type WorkPhotoType = (typeof WORK_PHOTO_TYPES)[number];

interface Format<Size extends number> {
  sizes: readonly [large: Size, small: Size];
  quality: Record<Size, number>;
  /** Cut to a square, or whole with this as the longest side. */
  fit: "cover" | "scale-down";
}

const PORTRAIT: Format<PhotoSize> = { sizes: [800, 160], quality: { 800: 75, 160: 70 }, fit: "cover" };
const PRIVATE: Format<PrivatePhotoSize> = { sizes: [1280, 320], quality: { 1280: 70, 320: 60 }, fit: "scale-down" };

const objectName = (key: string, size: number) => `${key}-${size}.webp`;

export function openPhotoStore(bucket: R2Bucket, images: ImagesBinding) {
  const store = openStore(bucket, images, PORTRAIT);
  const pictureName = (key: string) => `${key}-share.jpg`;
  return {
    ...store,
    /**
     * The picture that messengers show (P6), 1200 x 630: the photo in the frame of our `background`, drawn once. Null:
     * no such photo. Local mode's Images draws nothing over anything.
     */
    async openSharePicture(key: string, background: () => Promise<ReadableStream>) {
      const kept = await bucket.get(pictureName(key));
      if (kept) return kept.body;
      const photo = await store.open(key, 800);
      if (!photo) return null;
      const portrait = images.input(photo.body).transform({ width: FRAME.side, height: FRAME.side, fit: "cover" });
      const drawn = await images
        .input(await background())
        .draw(portrait, { left: FRAME.left, top: FRAME.top })
        .output({ format: "image/jpeg", quality: 80 });
      const picture = await drawn.response().arrayBuffer();
      await bucket.put(pictureName(key), picture);
      // Removed while it was drawn: a photo that is gone leaves no picture.
      if (!(await bucket.head(objectName(key, 800)))) await bucket.delete(pictureName(key));
      return picture;
    },
    async remove(key: string) {
      await Promise.all([store.remove(key), bucket.delete(pictureName(key))]);
    },
  };
}

/** Photos of jobs and messages (P5), whose keys `privateKey` makes. */
export function openPrivatePhotoStore(bucket: R2Bucket, images: ImagesBinding) {
  const store = openStore(bucket, images, PRIVATE);
  const copyName = (key: string, size: WorkPhotoSize, type: WorkPhotoType) =>
    `${key}-work-${size}.${type.slice("image/".length)}`;
  const copies = WORK_PHOTO_SIZES.flatMap((size) => WORK_PHOTO_TYPES.map((type) => ({ size, type })));

  async function encode(image: ArrayBuffer, size: WorkPhotoSize, type: WorkPhotoType): Promise<ArrayBuffer> {
    for (const quality of [60, 40, 20]) {
      const result = await images
        .input(new Blob([image]).stream())
        .transform({ width: size, height: (size / 4) * 3, fit: "cover" })
        .output({ format: type, quality });
      const copy = await result.response().arrayBuffer();
      if (copy.byteLength <= WORK_PHOTO_BYTES[size]) return copy;
    }
    throw new Error(`A work photo is too large as ${type}.`);
  }

  return {
    ...store,
    /** Makes the copies that everyone may see (P7). False when there is no such photo, or the service failed. */
    async publish(key: string): Promise<boolean> {
      const photo = await store.open(key, 1280);
      if (!photo) return false;
      const image = await photo.arrayBuffer();
      try {
        for (const { size, type } of copies)
          await bucket.put(copyName(key, size, type), await encode(image, size, type));
        return true;
      } catch (error) {
        blame(error);
        return false;
      }
    },
    openCopy: (key: string, size: WorkPhotoSize, type: WorkPhotoType) => bucket.get(copyName(key, size, type)),
    async remove(key: string) {
      await Promise.all([store.remove(key), bucket.delete(copies.map(({ size, type }) => copyName(key, size, type)))]);
    },
  };
}

function openStore<Size extends number>(bucket: R2Bucket, images: ImagesBinding, format: Format<Size>) {
  const [largeSize, smallSize] = format.sizes;

  async function webp(image: ArrayBuffer, size: Size): Promise<ArrayBuffer> {
    const result = await images
      .input(new Blob([image]).stream())
      .transform({ width: size, height: size, fit: format.fit })
      .output({ format: "image/webp", quality: format.quality[size], anim: false });
    return result.response().arrayBuffer();
  }

  return {
    /**
     * Re-encodes an upload to WebP at both sizes, without metadata (P2). What is too large is refused by its header,
     * before anything is decoded; `photosUnavailable`: the service failed, not the file.
     */
    async save(key: string, upload: Blob): Promise<{ ok: true } | PhotoRefusal> {
      if (upload.size > PHOTO_BYTES) return refuse("imageTooLarge");
      const bytes = await upload.arrayBuffer();
      const header = readImageHeader(new Uint8Array(bytes));
      if (!header) return refuse(whyUnreadable(new Uint8Array(bytes)));
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
    open: (key: string, size: Size) => bucket.get(objectName(key, size)),
    /** Stores the photo of one key under another too. False when there is no such photo. */
    async copy(from: string, to: string): Promise<boolean> {
      const copied = await Promise.all(
        format.sizes.map(async (size) => {
          const object = await bucket.get(objectName(from, size));
          return object && bucket.put(objectName(to, size), await object.arrayBuffer());
        }),
      );
      return copied.every((object) => object !== null);
    },
    remove: (key: string) => bucket.delete(format.sizes.map((size) => objectName(key, size))),
  };
}

/** The codes of Cloudflare Images that speak of the file; all others (9422 and 9432: the plan) of the service. */
const OF_THE_FILE: Record<number, "photoDamaged" | "imageTooWide"> = {
  9402: "imageTooWide",
  9412: "photoDamaged",
  9413: "imageTooWide",
  9520: "photoDamaged",
  9523: "photoDamaged",
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

export type PortraitStore = ReturnType<typeof openPhotoStore>;
export type PrivatePhotoStore = ReturnType<typeof openPrivatePhotoStore>;
