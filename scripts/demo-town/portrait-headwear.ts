import { bothSides, circle, clothTones, fill, headShape, mirrored, stroke } from "./portrait-shapes.ts";
import type { Portrait } from "./portrait-types.ts";

const drop = (x: number, y: number, colour: string) =>
  fill(
    `M${x} ${y}C${x + 8} ${y + 12} ${x + 13} ${y + 18} ${x + 13} ${y + 25}A13 13 0 0 1 ${x - 13} ${y + 25}C${x - 13} ${y + 18} ${x - 8} ${y + 12} ${x} ${y}Z`,
    colour,
  );

export function drawHeadwear(portrait: Portrait): string {
  const { base, dark, light } = clothTones(portrait.headwearCloth);
  const { width } = headShape(portrait);
  const mark = portrait.headwearCloth === "copper" || portrait.headwearCloth === "rust" ? "#FEF5EC" : "#F08A3C";
  switch (portrait.headwear) {
    case "cap":
      return (
        fill(
          mirrored(
            [0, 122],
            [
              [88, 122, width + 8, 168, width + 9, 268],
              [width + 9, 276, width - 2, 276, width - 8, 272],
              [80, 250, 40, 250, 0, 250],
            ],
          ),
          base,
        ) +
        stroke("M-58 136C-74 164 -80 200 -80 240M58 136C74 164 80 200 80 240", dark, 5) +
        `<rect x="-15" y="112" width="30" height="14" rx="7" fill="${dark}"/>` +
        fill(
          mirrored(
            [0, 230],
            [
              [64, 230, 112, 246, 140, 276],
              [148, 296, 134, 300, 120, 294],
              [82, 276, 42, 270, 0, 270],
            ],
          ),
          dark,
        ) +
        drop(0, 166, mark)
      );
    case "hard-hat":
      return (
        fill(
          mirrored(
            [0, 98],
            [
              [104, 98, 150, 158, 152, 256],
              [120, 250, 50, 250, 0, 250],
            ],
          ),
          base,
        ) +
        fill("M-24 98C-24 84 24 84 24 98V226H-24Z", light) +
        stroke("M-64 120C-80 150 -88 190 -88 226M64 120C80 150 88 190 88 226", dark, 6) +
        fill(
          mirrored(
            [0, 222],
            [
              [76, 222, 146, 234, 176, 262],
              [184, 278, 172, 284, 158, 281],
              [112, 262, 56, 256, 0, 256],
            ],
          ),
          dark,
        )
      );
    case "beanie":
      return (
        fill(
          mirrored(
            [0, 110],
            [
              [92, 110, width + 9, 160, width + 9, 250],
              [100, 250, 40, 250, 0, 250],
            ],
          ),
          base,
        ) +
        fill(
          mirrored(
            [0, 214],
            [
              [70, 214, width, 220, width + 11, 230],
              [width + 15, 252, width + 13, 274, width + 9, 284],
              [100, 264, 50, 256, 0, 256],
            ],
          ),
          dark,
        ) +
        stroke("M-84 232V258M-56 226V253M-28 224V250M0 223V249M28 224V250M56 226V253M84 232V258", base, 5)
      );
    case "headwrap":
      return (
        fill("M40 128C60 70 132 62 136 104C138 132 96 150 60 156Z", dark) +
        fill("M40 132C10 84 52 40 86 66C106 84 84 124 62 152Z", light) +
        fill(
          mirrored(
            [0, 104],
            [
              [96, 104, 152, 158, 150, 244],
              [150, 280, 140, 306, width + 6, 330],
              [width - 10, 326, width - 14, 306, width - 22, 286],
              [84, 250, 44, 242, 0, 242],
            ],
          ),
          base,
        ) +
        stroke(`M${-width - 14} 292C-116 214 -20 152 62 146`, dark, 8) +
        stroke(
          "M-84 252C-62 206 0 166 66 150M84 252C112 218 112 180 74 150M-134 222C-110 166 -40 126 54 140",
          light,
          7,
        ) +
        circle(64, 146, 21, dark)
      );
    default:
      return "";
  }
}

export function drawEarrings(portrait: Portrait): string {
  if (!portrait.earrings) return "";
  const x = headShape(portrait).width + 9;
  return portrait.hair === "afro" || portrait.hair === "crop" || portrait.headwear === "headwrap"
    ? bothSides(`<circle cx="${x}" cy="412" r="19" fill="none" stroke="#F08A3C" stroke-width="7"/>`)
    : bothSides(circle(x, 391, 9, "#F08A3C"));
}
