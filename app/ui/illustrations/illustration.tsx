import type { BlogPost } from "~/content/blog-posts";
import borehole from "./post-borehole.svg?raw";
import burstPipe from "./post-burst-pipe.svg?raw";
import choose from "./post-choose.svg?raw";
import geyser from "./post-geyser.svg?raw";
import hardWater from "./post-hard-water.svg?raw";

/** A file of ours (`?raw`), never user input, inline: several files would cost requests. Without `alt` decoration. */
export function Illustration({ svg, alt, className = "" }: { svg: string; alt?: string; className?: string }) {
  const naming = alt ? { role: "img", "aria-label": alt } : { "aria-hidden": true };
  return <div {...naming} className={`illustration ${className}`} dangerouslySetInnerHTML={{ __html: svg }} />;
}

export const POST_ILLUSTRATIONS: Record<BlogPost["picture"]["illustration"], string> = {
  "post-geyser": geyser,
  "post-borehole": borehole,
  "post-hard-water": hardWater,
  "post-burst-pipe": burstPipe,
  "post-choose": choose,
};
