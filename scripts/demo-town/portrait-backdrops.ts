import { stroke } from "./portrait-shapes.ts";
import type { Backdrop, Fitting, Portrait } from "./portrait-types.ts";

const grounds: Record<Backdrop, { ground: string; line: string }> = {
  "brand-50": { ground: "#EEF8FA", line: "#C3E4EB" },
  "brand-100": { ground: "#D3EEF3", line: "#A6D8E2" },
  "copper-50": { ground: "#FEF5EC", line: "#F6D9BF" },
  "copper-100": { ground: "#FCE6D5", line: "#F3C8A6" },
};

/** Pipes are two lines 64 apart; collars are rounded boxes across them. */
const fittings: Record<Fitting, { lines: string; boxes: readonly (readonly [number, number, number, number])[] }> = {
  elbow: {
    lines: "M-10 176H86A66 66 0 0 1 152 242V810M-10 240H64A24 24 0 0 1 88 264V810",
    boxes: [
      [78, 400, 84, 44],
      [18, 166, 40, 84],
    ],
  },
  tee: {
    lines: "M620 -10V810M684 -10V270H810M684 334V810",
    boxes: [
      [610, 176, 84, 44],
      [610, 388, 84, 44],
      [726, 260, 40, 84],
    ],
  },
  valve: {
    lines: "M96 -10V256M160 -10V256M96 400V810M160 400V810M160 328H206M206 272V384",
    boxes: [
      [82, 256, 92, 144],
      [86, 212, 84, 44],
      [86, 400, 84, 44],
    ],
  },
  tap: {
    lines:
      "M810 214H676A32 32 0 0 0 644 246V330M810 278H732A24 24 0 0 0 708 302V330M728 214V166M676 166H780M676 384C690 404 698 412 698 426A22 22 0 0 1 654 426C654 412 662 404 676 384Z",
    boxes: [[634, 326, 84, 34]],
  },
  trap: {
    lines: "M96 -10V404A88 88 0 0 0 272 404V340M160 -10V404A24 24 0 0 0 208 404V340",
    boxes: [
      [86, 148, 84, 44],
      [86, 300, 84, 44],
    ],
  },
  union: {
    lines: "M640 -10V230M704 -10V230M640 382V810M704 382V810M612 276H732M612 336H732",
    boxes: [
      [612, 230, 120, 152],
      [630, 100, 84, 44],
    ],
  },
};

export function drawBackdrop(portrait: Portrait): string {
  const { ground, line } = grounds[portrait.backdrop];
  const { lines, boxes } = fittings[portrait.fitting];
  const collars = boxes.map(
    ([x, y, width, height]) =>
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" fill="${ground}" stroke="${line}" stroke-width="9"/>`,
  );
  return `<rect width="800" height="800" fill="${ground}"/>${stroke(lines, line, 9)}${collars.join("")}`;
}
