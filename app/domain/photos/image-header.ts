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
export function whyUnreadable(bytes: Uint8Array) {
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
