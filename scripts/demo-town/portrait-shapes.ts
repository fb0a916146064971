import type { Cloth, Face, HairColour, Portrait, Skin } from "./portrait-types.ts";

export type Point = readonly [x: number, y: number];
export type Curve = readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number];
export interface Tones {
  skin: string;
  shade: string;
  line: string;
  lip: string;
  lipDark: string;
}
export interface ClothTones {
  base: string;
  dark: string;
  light: string;
}
export interface HeadShape {
  width: number;
  jaw: number;
  jawCurve: Point;
  chin: Point;
}

/** Mirrors the right half (x counted from the middle of the picture) into a closed path. */
export function mirrored(start: Point, curves: readonly Curve[]): string {
  const ends = [start, ...curves.map(endOf)];
  const [lastX, lastY] = ends.at(-1) ?? start;
  const right = curves.map((curve) => `C${curve.join(" ")}`).join("");
  const jump = lastX === 0 ? "" : `L${-lastX} ${lastY}`;
  const left = [...curves]
    .map((curve, index) => ({ curve, from: ends[index] ?? start }))
    .reverse()
    .map(({ curve, from }) => `C${-curve[2]} ${curve[3]} ${-curve[0]} ${curve[1]} ${-from[0]} ${from[1]}`)
    .join("");
  return `M${start[0]} ${start[1]}${right}${jump}${left}Z`;
}

function endOf(curve: Curve): Point {
  return [curve[4], curve[5]];
}

/** The list's item at `index`, starting again after the last. */
export function around<Item>(list: readonly [Item, ...Item[]], index: number): Item {
  return list[((index % list.length) + list.length) % list.length] ?? list[0];
}

export function fill(d: string, colour: string): string {
  return `<path d="${d}" fill="${colour}"/>`;
}

export function stroke(d: string, colour: string, width: number): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function circle(x: number, y: number, radius: number, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;
}

/** The same drawing on the right and, mirrored, on the left. */
export function bothSides(drawing: string): string {
  return `${drawing}<g transform="scale(-1 1)">${drawing}</g>`;
}

export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const parts = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) * (1 - share) + channel(to, at) * share)
      .toString(16)
      .padStart(2, "0"),
  );
  return `#${parts.join("")}`;
}

const skins: Record<Skin, string> = {
  0: "#4F2E22",
  1: "#5B3526",
  2: "#683D2A",
  3: "#754630",
  4: "#834F36",
  5: "#915B3E",
  6: "#A16A49",
  7: "#B27B57",
  8: "#C59169",
  9: "#E3B692",
};

export function skinTones(portrait: Portrait): Tones {
  const skin = skins[portrait.skin];
  return {
    skin,
    shade: mix(skin, "#2A0F0A", 0.24),
    line: mix(skin, "#1A0805", 0.55),
    lip: mix(skin, "#B4463F", portrait.person === "woman" ? 0.5 : 0.26),
    lipDark: mix(skin, "#3A0C0C", 0.6),
  };
}

const hairColours: Record<HairColour, string> = {
  black: "#1B1516",
  brown: "#33211B",
  auburn: "#56281A",
  grey: "#7D7B7C",
  silver: "#C9C6C2",
};

export function hairTone(portrait: Portrait): string {
  return hairColours[portrait.hairColour];
}

export function hairLine(portrait: Portrait): string {
  const tone = hairTone(portrait);
  return portrait.hairColour === "silver" || portrait.hairColour === "grey"
    ? mix(tone, "#2B2A2C", 0.3)
    : mix(tone, "#C9A58E", 0.24);
}

const cloths: Record<Cloth, ClothTones> = {
  deep: { base: "#0E4251", dark: "#0B2F3A", light: "#2B6675" },
  teal: { base: "#0F5A6B", dark: "#0B4452", light: "#3B8293" },
  water: { base: "#2A8A9D", dark: "#0E7387", light: "#7CC0CC" },
  copper: { base: "#D9661F", dark: "#B84E14", light: "#F08A3C" },
  rust: { base: "#9A3F12", dark: "#7A300C", light: "#C4612C" },
  paper: { base: "#F6EFE5", dark: "#D9CBB8", light: "#FFFFFF" },
  mist: { base: "#B5DDE4", dark: "#86BFCA", light: "#DDF1F5" },
};

export function clothTones(cloth: Cloth): ClothTones {
  return cloths[cloth];
}

const heads: Record<Face, HeadShape> = {
  oval: { width: 124, jaw: 103, jawCurve: [85, 490], chin: [46, 514] },
  round: { width: 131, jaw: 112, jawCurve: [95, 484], chin: [56, 506] },
  square: { width: 127, jaw: 114, jawCurve: [101, 486], chin: [66, 514] },
  long: { width: 118, jaw: 98, jawCurve: [82, 496], chin: [46, 527] },
  heart: { width: 123, jaw: 97, jawCurve: [77, 484], chin: [36, 508] },
};

export function headShape(portrait: Portrait): HeadShape {
  return heads[portrait.face];
}

export const crownY = 168;

export function headPath({ width, jaw, jawCurve, chin }: HeadShape): string {
  return mirrored(
    [0, crownY],
    [
      [width * 0.7, crownY, width + 1, 226, width, 330],
      [width, 372, jaw + 11, 406, jaw, 438],
      [jawCurve[0], jawCurve[1], chin[0], chin[1], 0, chin[1]],
    ],
  );
}
