import sharp from "sharp";
import { drawPortrait, portraitFor } from "./portraits.ts";

export async function portraitPhotos(index: number): Promise<{ large: Buffer; small: Buffer }> {
  const drawing = Buffer.from(drawPortrait(portraitFor(index)));
  const [large, small] = await Promise.all([
    sharp(drawing).resize(800, 800).webp({ quality: 72 }).toBuffer(),
    sharp(drawing).resize(160, 160).webp({ quality: 70 }).toBuffer(),
  ]);
  return { large, small };
}
