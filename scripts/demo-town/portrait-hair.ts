import {
  bothSides,
  circle,
  fill,
  hairLine,
  hairTone,
  headShape,
  mirrored,
  mix,
  skinTones,
  stroke,
} from "./portrait-shapes.ts";
import type { Curve } from "./portrait-shapes.ts";
import type { Hair, Portrait } from "./portrait-types.ts";

/** Hair that lies against the skull: the crown at `top`, sideburns to `ear`, and the hairline over the forehead. */
function cap(portrait: Portrait, top: number, ear: number, hairline: number, grow = 5): string {
  const { width } = headShape(portrait);
  const side = width + grow;
  return mirrored(
    [0, top],
    [
      [side * 0.74, top, side + 2, 216, side, ear],
      [side - 5, ear + 4, width - 10, ear + 2, width - 13, ear - 6],
      [width - 13, 300, width - 18, 284, width - 27, 262],
      [width - 52, hairline + 4, 44, hairline, 0, hairline],
    ],
  );
}

function cloud(points: readonly (readonly [number, number, number])[], colour: string): string {
  return points.map(([x, y, radius]) => circle(x, y, radius, colour)).join("");
}

function ring(centreY: number, radiusX: number, radiusY: number, bumps: number, bump: number, colour: string): string {
  const points = Array.from({ length: bumps }, (_, index) => {
    const angle = (index / bumps) * Math.PI * 2;
    return [Math.round(Math.sin(angle) * radiusX), Math.round(centreY - Math.cos(angle) * radiusY), bump] as const;
  });
  return `<ellipse cx="0" cy="${centreY}" rx="${radiusX}" ry="${radiusY}" fill="${colour}"/>${cloud(points, colour)}`;
}

/** One side's braids or locs, from the parting to their ends; the inner ones first. */
function strands(lengths: readonly number[], gap: number, width: number, colour: string, line: string): string {
  const band = width > 20 ? "3 25" : "7 8";
  return lengths
    .map((end, index) => {
      const x = 126 + index * gap;
      const fall = `C${x} 470 ${x + 8} 560 ${x + 2} ${end}`;
      const top = `M${60 + index * 12} 190C${x - 6} 220 ${x + 4} 300 ${x + 2} 372`;
      return (
        stroke(top + fall, colour, width) +
        `<path d="M${x + 2} 372${fall}" fill="none" stroke="${line}" stroke-width="${width > 20 ? width * 0.42 : 4}" stroke-dasharray="${band}"/>`
      );
    })
    .join("");
}

export function drawHairBehind(portrait: Portrait): string {
  const colour = hairTone(portrait);
  const dark = mix(colour, "#0C0809", 0.35);
  const covered = portrait.headwear !== "none";
  switch (portrait.hair) {
    case "afro":
      if (covered) return ring(330, 138, 92, 16, 26, colour);
      return portrait.person === "woman" ? ring(268, 186, 164, 22, 34, colour) : ring(246, 142, 128, 20, 26, colour);
    case "puff":
      return covered ? "" : ring(134, 98, 52, 16, 25, colour);
    case "bun":
      return covered
        ? ""
        : circle(0, 128, 63, colour) +
            stroke(
              "M-40 102C-10 80 32 92 44 124M-46 132C-20 106 22 112 32 150M-32 162C-20 142 2 142 10 162",
              hairLine(portrait),
              5,
            );
    case "low-bun":
      return circle(0, 520, 108, dark);
    case "bob":
      return fill(
        mirrored(
          [0, 146],
          [
            [104, 146, 162, 214, 164, 330],
            [166, 420, 172, 480, 158, 540],
            [110, 556, 60, 556, 0, 556],
          ],
        ),
        dark,
      );
    case "braids":
      return fill(
        mirrored(
          [0, 152],
          [
            [100, 152, 150, 214, 152, 330],
            [154, 440, 160, 540, 156, 640],
            [120, 660, 60, 660, 0, 660],
          ],
        ),
        dark,
      );
    case "long-locs":
      return fill(
        mirrored(
          [0, 146],
          [
            [104, 146, 168, 214, 180, 330],
            [188, 400, 190, 470, 182, 552],
            [120, 560, 60, 560, 0, 560],
          ],
        ),
        dark,
      );
    default:
      return "";
  }
}

export function drawHairOnShoulder(portrait: Portrait): string {
  if (portrait.hair !== "cornrows") return "";
  const notches = [560, 594, 628, 662, 696]
    .map((y, index) => `M${88 + index * 3} ${y}L${104 + index * 3} ${y + 14}L${121 + index * 3} ${y}`)
    .join("");
  return (
    stroke("M62 470C88 520 104 590 120 716", hairTone(portrait), 40) +
    stroke(notches, hairLine(portrait), 4) +
    stroke("M106 722H134", "#F08A3C", 12)
  );
}

export function drawHairOver(portrait: Portrait): string {
  const colour = hairTone(portrait);
  const line = hairLine(portrait);
  const draw = styles[portrait.hair];
  if (portrait.headwear !== "none") return underHeadwear(portrait, colour, line);
  return draw(portrait, colour, line);
}

function underHeadwear(portrait: Portrait, colour: string, line: string): string {
  if (portrait.hair === "bald" || portrait.headwear === "headwrap") return "";
  const base = portrait.hair === "fade" ? mix(skinTones(portrait).skin, colour, 0.6) : colour;
  const sides = fill(cap(portrait, 164, 346, 232), base);
  if (portrait.hair === "braids") return sides + bothSides(strands([690, 712, 668], 18, 18, colour, line));
  if (portrait.hair === "long-locs") return sides + bothSides(strands([600, 640, 590], 27, 24, colour, line));
  return sides;
}

type Style = (portrait: Portrait, colour: string, line: string) => string;

const styles: Record<Hair, Style> = {
  bald: () => "",
  crop: (portrait, colour) => fill(cap(portrait, 150, 344, 232), colour),
  waves: (portrait, colour, line) =>
    fill(cap(portrait, 152, 344, 230), colour) +
    stroke("M-84 214C-50 178 50 178 84 214M-60 222C-34 200 34 200 60 222M-96 196C-56 150 56 150 96 196", line, 4),
  fade: (portrait, colour) =>
    fill(cap(portrait, 160, 342, 230, 2), mix(skinTones(portrait).skin, colour, 0.58)) +
    fill(
      mirrored(
        [0, 126],
        [
          [78, 126, 122, 150, headShape(portrait).width - 2, 226],
          [114, 250, 104, 256, headShape(portrait).width - 27, 262],
          [70, 234, 44, 230, 0, 230],
        ],
      ),
      colour,
    ),
  "flat-top": (portrait, colour) =>
    fill(cap(portrait, 160, 342, 230, 2), mix(skinTones(portrait).skin, colour, 0.62)) +
    fill(
      mirrored(
        [0, 96],
        [
          [70, 96, 118, 96, 124, 118],
          [128, 160, 122, 220, headShape(portrait).width - 18, 262],
          [70, 232, 44, 230, 0, 230],
        ],
      ),
      colour,
    ),
  receding: (portrait, colour) => {
    const { width } = headShape(portrait);
    const side: readonly Curve[] = [
      [width * 0.4, 160, width - 14, 178, width + 5, 262],
      [width + 9, 300, width + 8, 326, width + 4, 348],
      [width - 6, 350, width - 10, 346, width - 12, 338],
      [width - 10, 290, width - 20, 262, width - 34, 240],
      [width - 46, 216, 50, 196, 0, 196],
    ];
    return fill(mirrored([0, 160], side), colour);
  },
  twists: (portrait, colour, line) => {
    const rows = [-104, -78, -52, -26, 0, 26, 52, 78, 104];
    const bumps = rows.map((x) => circle(x, Math.round(172 + (x * x) / 190), 27, colour)).join("");
    const fringe = [-84, -56, -28, 0, 28, 56, 84]
      .map((x) => circle(x, Math.round(216 + (x * x) / 300), 20, colour))
      .join("");
    const marks = [-78, -39, 0, 39, 78]
      .map((x) =>
        stroke(
          `M${x - 8} ${Math.round(182 + (x * x) / 190)}C${x - 2} ${Math.round(170 + (x * x) / 190)} ${x + 8} ${Math.round(172 + (x * x) / 190)} ${x + 10} ${Math.round(184 + (x * x) / 190)}`,
          line,
          4,
        ),
      )
      .join("");
    return fill(cap(portrait, 156, 342, 226, 3), colour) + bumps + fringe + marks;
  },
  "short-locs": (portrait, colour, line) => {
    const { width } = headShape(portrait);
    const ends: readonly (readonly [number, number, number, number])[] = [
      [96, 200, width + 2, 352],
      [84, 186, width + 11, 324],
      [70, 172, width + 5, 288],
    ];
    const side = ends
      .map(([x, y, endX, endY]) =>
        stroke(`M${x} ${y}C${x + 22} ${y + 16} ${endX} ${endY - 70} ${endX} ${endY}`, colour, 25),
      )
      .join("");
    const front = [-88, -54, -20, 18, 52, 86]
      .map(
        (x, index) =>
          stroke(`M${x * 0.6} 168C${x} 176 ${x + 4} 206 ${x + 2} ${index % 2 === 0 ? 246 : 236}`, colour, 25) +
          stroke(`M${x * 0.8} 180C${x} 190 ${x + 3} 212 ${x + 1} 230`, line, 3),
      )
      .join("");
    return fill(cap(portrait, 144, 330, 222), colour) + bothSides(side) + front;
  },
  afro: (portrait, colour) =>
    fill(cap(portrait, 140, 338, 230, 14), colour) +
    cloud(
      [
        [-84, 236, 22],
        [-44, 222, 22],
        [0, 216, 22],
        [44, 222, 22],
        [84, 236, 22],
      ],
      colour,
    ),
  puff: (portrait, colour, line) =>
    fill(cap(portrait, 152, 340, 226), colour) + stroke("M-60 168C-30 182 30 182 60 168", line, 5),
  bun: (portrait, colour, line) =>
    fill(cap(portrait, 154, 340, 226), colour) +
    stroke(
      "M-84 236C-74 196 -46 172 -18 164M-44 224C-38 196 -24 176 -6 166M84 236C74 196 46 172 18 164M44 224C38 196 24 176 6 166",
      line,
      4,
    ),
  bob: (portrait, colour, line) => {
    const { width } = headShape(portrait);
    return (
      fill(
        `M-30 150C${-width - 40} 150 ${-width - 46} 260 ${-width - 42} 360C${-width - 40} 430 ${-width - 44} 500 ${-width - 30} 540C${-width + 4} 540 ${-width + 10} 440 ${-width + 10} 350C${-width + 14} 300 -70 250 -40 206C0 250 60 262 ${width - 14} 300C${width - 8} 360 ${width - 10} 470 ${width + 4} 540H${width + 30}C${width + 44} 500 ${width + 40} 430 ${width + 42} 360C${width + 46} 240 ${width + 20} 150 -30 150Z`,
        colour,
      ) + stroke("M-40 206C-36 188 -28 174 -14 162", line, 5)
    );
  },
  cornrows: (portrait, colour) =>
    fill(cap(portrait, 154, 340, 228), colour) +
    stroke(
      "M-90 250C-92 210 -70 180 -50 168M-58 232C-58 204 -44 180 -28 164M-20 228C-20 204 -14 184 -8 160M90 250C92 210 70 180 50 168M58 232C58 204 44 180 28 164M20 228C20 204 14 184 8 160",
      mix(skinTones(portrait).skin, colour, 0.3),
      5,
    ),

  braids: (_, colour, line) =>
    fill(
      mirrored(
        [0, 146],
        [
          [96, 146, 144, 200, 148, 300],
          [150, 330, 148, 350, 142, 380],
          [118, 380, 112, 340, 106, 300],
          [94, 252, 44, 226, 0, 196],
        ],
      ),
      colour,
    ) +
    bothSides(strands([700, 722, 694], 18, 18, colour, line)) +
    stroke(
      "M0 150V192M-24 156C-58 172 -92 212 -104 250M24 156C58 172 92 212 104 250M-56 166C-92 190 -116 230 -124 280M56 166C92 190 116 230 124 280",
      line,
      4,
    ),
  "long-locs": (_, colour, line) =>
    fill(
      mirrored(
        [0, 140],
        [
          [104, 140, 158, 200, 168, 300],
          [170, 330, 154, 350, 148, 380],
          [122, 380, 112, 340, 106, 304],
          [90, 250, 48, 232, 0, 224],
        ],
      ),
      colour,
    ) +
    bothSides(strands([606, 650, 592], 27, 24, colour, line)) +
    stroke(
      "M-10 146C-30 160 -48 190 -52 226M28 148C48 166 62 196 64 232M-60 158C-92 180 -110 220 -114 264M76 164C104 190 118 226 120 270",
      line,
      5,
    ),
  "low-bun": (_, colour, line) =>
    fill(
      `M-26 152C-100 152 -132 220 -130 342C-120 344 -114 338 -112 330C-110 290 -96 252 -26 214C30 236 92 256 110 330C114 340 120 344 130 342C132 220 90 152 -26 152Z`,
      colour,
    ) + stroke("M-26 212C-30 190 -26 172 -18 158", line, 5),
};
