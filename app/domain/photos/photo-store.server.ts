import { refuse, type Refusal } from "../values/refusal";
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

interface Store<Size extends number> {
  /**
   * Re-encodes an upload to WebP at both sizes, without metadata (P2). A photo that is too large is refused by its
   * header, before anything is decoded; `photosUnavailable`: the service failed, not the file.
   */
  save(key: string, upload: Blob): Promise<{ ok: true } | PhotoRefusal>;
  open(key: string, size: Size): Promise<R2ObjectBody | null>;
  /** Stores the photo of one key under another too. False when there is no such photo. */
  copy(from: string, to: string): Promise<boolean>;
  remove(key: string): Promise<void>;
}

export interface PortraitStore extends Store<PhotoSize> {
  /**
   * The picture that messengers show (P6), 1200 x 630: the photo in the frame of our `background`, drawn once. Null:
   * no such photo. Local mode's Images draws nothing over anything.
   */
  openSharePicture(
    key: string,
    background: () => Promise<ReadableStream>,
  ): Promise<ArrayBuffer | ReadableStream | null>;
}

export interface PrivatePhotoStore extends Store<PrivatePhotoSize> {
  /** A photo as a JPEG, for whoever takes no WebP; null: there is no such photo, or the service failed. */
  openJpeg(key: string): Promise<Blob | null>;
  /** Makes the copies that everyone may see (P7). False when there is no such photo, or the service failed. */
  publish(key: string): Promise<boolean>;
  openCopy(key: string, size: WorkPhotoSize, type: WorkPhotoType): Promise<R2ObjectBody | null>;
}

export function openPhotoStore(bucket: R2Bucket, images: ImagesBinding): PortraitStore {
  const store = openStore(bucket, images, PORTRAIT);
  const pictureName = (key: string) => `${key}-share.jpg`;
  return {
    ...store,
    async openSharePicture(key, background) {
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
    async remove(key) {
      await Promise.all([store.remove(key), bucket.delete(pictureName(key))]);
    },
  };
}

/** Photos of jobs and messages (P5), whose keys `privateKey` makes. */
export function openPrivatePhotoStore(bucket: R2Bucket, images: ImagesBinding): PrivatePhotoStore {
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
    async openJpeg(key) {
      const photo = await store.open(key, 1280);
      if (!photo) return null;
      try {
        const result = await images.input(photo.body).output({ format: "image/jpeg", quality: 70 });
        return new Blob([await result.response().arrayBuffer()], { type: "image/jpeg" });
      } catch (error) {
        blame(error);
        return null;
      }
    },
    async publish(key) {
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
    openCopy: (key, size, type) => bucket.get(copyName(key, size, type)),
    async remove(key) {
      await Promise.all([store.remove(key), bucket.delete(copies.map(({ size, type }) => copyName(key, size, type)))]);
    },
  };
}

function openStore<Size extends number>(bucket: R2Bucket, images: ImagesBinding, format: Format<Size>): Store<Size> {
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
    open: (key, size) => bucket.get(objectName(key, size)),
    async copy(from, to) {
      const copied = await Promise.all(
        format.sizes.map(async (size) => {
          const object = await bucket.get(objectName(from, size));
          return object && bucket.put(objectName(to, size), await object.arrayBuffer());
        }),
      );
      return copied.every((object) => object !== null);
    },
    remove: (key) => bucket.delete(format.sizes.map((size) => objectName(key, size))),
  };
}

/** The codes of Cloudflare Images that speak of the file; all others (9422 and 9432: the plan) of the service. */
const FILE_REFUSALS: Record<number, "photoDamaged" | "imageTooWide"> = {
  9402: "imageTooWide",
  9412: "photoDamaged",
  9413: "imageTooWide",
  9520: "photoDamaged",
  9523: "photoDamaged",
};

function blame(error: unknown): PhotoRefusal {
  const code = error instanceof Error && "code" in error && typeof error.code === "number" ? error.code : null;
  const reason = code === null ? undefined : FILE_REFUSALS[code];
  if (reason) return refuse(reason);
  console.error(
    JSON.stringify({ event: "photo not stored", code, error: error instanceof Error ? error.message : String(error) }),
  );
  return refuse("photosUnavailable");
}

interface ImageHeader {
  type: "image/jpeg" | "image/png" | "image/webp";
  width: number;
  height: number;
}

/** Reads type and size in pixels from the first bytes of a JPEG, PNG or WebP; null for anything else, or cut off. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (isPng(bytes)) return sized("image/png", view.getUint32(16), view.getUint32(20));
    if (isJpeg(bytes)) return readJpeg(view);
    if (isWebp(bytes)) return readWebp(bytes, view);
  } catch (error) {
    // A read behind the end.
    if (!(error instanceof RangeError)) throw error;
  }
  return null;
}

/** Tells why a file without a header is none (P1): another format, one that was cut off, or no image at all. */
function whyUnreadable(bytes: Uint8Array) {
  if (bytes.length === 0) return "photoEmpty";
  if (isPng(bytes) || isJpeg(bytes) || isWebp(bytes)) return "photoDamaged";
  if (hasBytes(bytes, ascii("GIF8"))) return "gifPhoto";
  // The brands of the formats that cameras put into the container of MPEG-4.
  const brands = hasBytes(bytes, ascii("ftyp"), 4) ? String.fromCharCode(...bytes.subarray(8, 40)) : "";
  if (/avi[fs]/.test(brands)) return "avifPhoto";
  return /hei[cxms]|hev[cx]|mif1|msf1/.test(brands) ? "heicPhoto" : "notAnImage";
}

const isPng = (bytes: Uint8Array) => hasBytes(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const isJpeg = (bytes: Uint8Array) => hasBytes(bytes, [0xff, 0xd8, 0xff]);
const isWebp = (bytes: Uint8Array) => hasBytes(bytes, ascii("RIFF")) && hasBytes(bytes, ascii("WEBP"), 8);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const hasBytes = (bytes: Uint8Array, wanted: number[], offset = 0) =>
  wanted.every((byte, index) => bytes[offset + index] === byte);
const sized = (type: ImageHeader["type"], width: number, height: number) =>
  width > 0 && height > 0 ? { type, width, height } : null;

function readJpeg(view: DataView): ImageHeader | null {
  let at = 2;
  while (true) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return sized("image/jpeg", view.getUint16(at + 7), view.getUint16(at + 5));
    at += 2 + view.getUint16(at + 2);
  }
}

function readWebp(bytes: Uint8Array, view: DataView): ImageHeader | null {
  if (hasBytes(bytes, ascii("VP8 "), 12))
    return sized("image/webp", view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (hasBytes(bytes, ascii("VP8L"), 12)) {
    const bits = view.getUint32(21, true);
    return sized("image/webp", (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  if (!hasBytes(bytes, ascii("VP8X"), 12)) return null;
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  return sized("image/webp", uint24(24) + 1, uint24(27) + 1);
}
