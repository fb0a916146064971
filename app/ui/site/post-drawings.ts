import type { BlogPost } from "~/content/blog-posts";
import borehole from "../drawings/post-borehole.svg?raw";
import burstPipe from "../drawings/post-burst-pipe.svg?raw";
import choose from "../drawings/post-choose.svg?raw";
import geyser from "../drawings/post-geyser.svg?raw";
import hardWater from "../drawings/post-hard-water.svg?raw";

export const POST_DRAWINGS: Record<BlogPost["picture"]["drawing"], string> = {
  "post-geyser": geyser,
  "post-borehole": borehole,
  "post-hard-water": hardWater,
  "post-burst-pipe": burstPipe,
  "post-choose": choose,
};
