import type { Browser } from "playwright-core";

/** A photo as a phone takes it: 4,000 by 3,000 pixels of some 2 MB, the same at each run. */
export async function phonePhoto(browser: Browser) {
  const page = await browser.newPage();
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 4000, height: 3000 });
    const context = canvas.getContext("2d")!;
    const image = context.createImageData(canvas.width, canvas.height);
    let seed = 1;
    for (let at = 0; at < image.data.length; at += 4) {
      const x = (at / 4) % canvas.width;
      const y = Math.floor(at / 4 / canvas.width);
      seed = (seed * 16_807) % 2_147_483_647;
      const noise = seed % 24;
      const tile = (Math.floor(x / 90) + Math.floor(y / 70)) % 2 === 0 ? 18 : 0;
      image.data.set([((x / 16) & 255) + noise, ((y / 12) & 255) + tile, (((x + y) / 28) & 255) + noise, 255], at);
    }
    context.putImageData(image, 0, 0);
    return canvas.toDataURL("image/jpeg", 0.85).split(",")[1]!;
  });
  await page.close();
  return { name: "leak.jpg", mimeType: "image/jpeg", buffer: Buffer.from(base64, "base64") };
}
