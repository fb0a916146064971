import { drawBackdrop } from "./portrait-backdrops.ts";
import { drawBeard, drawFeatures, drawGlasses, drawHead, drawNeck } from "./portrait-face.ts";
import { drawHairBehind, drawHairOnShoulder, drawHairOver } from "./portrait-hair.ts";
import { drawEarrings, drawHeadwear } from "./portrait-headwear.ts";
import { drawOutfit } from "./portrait-outfits.ts";
import { personAt } from "./portrait-people.ts";
import type { Portrait } from "./portrait-types.ts";

export type { Portrait } from "./portrait-types.ts";

export function portraitFor(index: number): Portrait {
  return personAt(index);
}

export function drawPortrait(portrait: Portrait): string {
  const figure = [
    drawHairBehind(portrait),
    drawNeck(portrait),
    drawOutfit(portrait),
    drawHairOnShoulder(portrait),
    drawHead(portrait),
    drawBeard(portrait),
    drawFeatures(portrait),
    drawHairOver(portrait),
    drawEarrings(portrait),
    drawHeadwear(portrait),
    drawGlasses(portrait),
  ].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800" width="800" height="800">${drawBackdrop(portrait)}<g transform="translate(400 -58) scale(1.14)">${figure}</g></svg>`;
}
