import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BLOG_POSTS } from "~/content/blog-posts";
import { readImageHeader } from "~/domain/photos/image-header";

test.each(["share.png", "share-plumber.png", ...BLOG_POSTS.map(({ id }) => `posts/${id}.png`)])(
  "%s, which messengers show, is 1200 x 630 and at most 60 kB",
  (file) => {
    const bytes = readFileSync(`public/${file}`);
    expect(bytes.length).toBeLessThan(60 * 1024);
    expect(readImageHeader(bytes)).toEqual({ type: "image/png", width: 1200, height: 630 });
  },
);
