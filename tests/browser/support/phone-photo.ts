import type { Browser } from "playwright-core";

/** A file as `setInputFiles` takes it. */
export interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * A photo as a phone takes it, upright: 4,000 by 3,000 pixels of more than 3 MB, lying on its side, with the note in its
 * EXIF that it is to be turned.
 */
export async function phonePhoto(browser: Browser): Promise<Upload> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 3000 });
    const context = canvas.getContext("2d")!;
    const image = context.createImageData(canvas.width, canvas.height);
    for (let at = 0; at < image.data.length; at += 4) {
      const [x, y] = [(at / 4) % canvas.width, Math.floor(at / 4 / canvas.width)];
      const noise = Math.random() * 40;
      image.data.set([(x / 16 + noise) & 255, (y / 12 + noise) & 255, ((x + y) / 28 + noise) & 255, 255], at);
    }
    context.putImageData(image, 0, 0);
    const blob = await new Promise<Blob>((resolve) => canvas.toBlob((made) => resolve(made!), "image/jpeg", 0.85));
    const url = await new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(String(reader.result));
      reader.readAsDataURL(blob);
    });
    return url.slice(url.indexOf(",") + 1);
  });
  await page.close();
  const plain = Buffer.from(base64, "base64");
  return {
    name: "phone.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.concat([plain.subarray(0, 2), TURNED, plain.subarray(2)]),
  };
}

/** The EXIF segment that says "turn by 90 degrees" (orientation 6). */
const TURNED = Buffer.from([
  ...[0xff, 0xe1, 0x00, 0x22],
  ...Buffer.from("Exif\0\0MM"),
  ...[0x00, 0x2a, 0x00, 0x00, 0x00, 0x08, 0x00, 0x01],
  ...[0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, 0x06, 0x00, 0x00],
  ...[0x00, 0x00, 0x00, 0x00],
]);
