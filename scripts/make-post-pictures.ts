import { mkdirSync, readFileSync } from "node:fs";
import sharp from "sharp";
import { BLOG_POSTS } from "../app/content/blog-posts";

// Messengers show no SVG: each post's drawing once more as the picture that is shared, in `public/posts`.
mkdirSync("public/posts", { recursive: true });
for (const { id, picture } of BLOG_POSTS) {
  const drawing = await sharp(readFileSync(`app/ui/drawings/${picture.drawing}.svg`), { density: 240 })
    .resize({ height: 560 })
    .toBuffer();
  await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#FAF8F5" } })
    .composite([{ input: drawing, gravity: "centre" }])
    .png({ palette: true, colours: 32, effort: 10 })
    .toFile(`public/posts/${id}.png`);
}
