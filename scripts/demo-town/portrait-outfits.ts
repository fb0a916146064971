import { bothSides, circle, clothTones, fill, mirrored, stroke } from "./portrait-shapes.ts";
import type { ClothTones, Curve } from "./portrait-shapes.ts";
import type { Outfit, Portrait } from "./portrait-types.ts";

const shoulder: readonly Curve[] = [
  [140, 616, 206, 630, 246, 656],
  [286, 682, 304, 740, 310, 800],
];

const crewBody = mirrored([0, 652], [[48, 652, 84, 628, 92, 590], ...shoulder]);
const openBody = mirrored([0, 684], [[30, 656, 66, 624, 92, 586], ...shoulder]);

const crewRib = "M-92 590C-84 628 -48 652 0 652C48 652 84 628 92 590";
const sleeves = "M218 800C220 764 214 736 204 714";

const collar = (reach: number, drop: number) =>
  `M76 566C96 580 112 592 ${reach} 606L${reach - 46} ${drop}L0 690C34 654 62 616 76 566Z`;

export function drawOutfit(portrait: Portrait): string {
  const cloth = clothTones(portrait.cloth);
  const under = clothTones(portrait.underCloth);
  const drawing = outfits[portrait.outfit](
    cloth,
    under,
    portrait.cloth === "copper" || portrait.cloth === "rust" ? "#FCE6D5" : "#F08A3C",
  );
  return portrait.person === "man" ? drawing : `<g transform="scale(.86 1)">${drawing}</g>`;
}

const badge = (x: number, y: number, colour: string) =>
  fill(
    `M${x} ${y}C${x + 7} ${y + 10} ${x + 11} ${y + 16} ${x + 11} ${y + 22}A11 11 0 0 1 ${x - 11} ${y + 22}C${x - 11} ${y + 16} ${x - 7} ${y + 10} ${x} ${y}Z`,
    colour,
  );

const crew = (cloth: ClothTones) =>
  fill(crewBody, cloth.base) +
  bothSides(stroke(sleeves, cloth.dark, 6)) +
  `<path d="${crewRib}" fill="none" stroke="${cloth.dark}" stroke-width="15"/>`;

const outfits: Record<Outfit, (cloth: ClothTones, under: ClothTones, mark: string) => string> = {
  crew: (cloth, _under, mark) => crew(cloth) + badge(128, 698, mark),
  polo: (cloth, under, mark) =>
    fill(openBody, cloth.base) +
    bothSides(stroke(sleeves, cloth.dark, 6)) +
    stroke("M-20 690V800M20 690V800", cloth.dark, 5) +
    circle(0, 716, 7, under.light) +
    circle(0, 746, 7, under.light) +
    bothSides(fill(collar(132, 704), cloth.dark)) +
    badge(134, 700, mark),
  shirt: (cloth, under) =>
    fill(openBody, cloth.base) +
    bothSides(stroke(sleeves, cloth.dark, 6)) +
    stroke("M0 690V800", cloth.dark, 6) +
    circle(0, 720, 7, under.base) +
    circle(0, 748, 7, under.base) +
    bothSides(fill(collar(126, 716), cloth.light) + stroke(collar(126, 716), cloth.dark, 5)) +
    stroke("M94 718H168V800M94 718V800", cloth.dark, 6),
  "work-suit": (cloth, under, mark) =>
    crew(under) +
    fill(mirrored([0, 800], [[12, 720, 60, 650, 92, 586], ...shoulder]), cloth.base) +
    bothSides(stroke(sleeves, cloth.dark, 6)) +
    stroke("M0 780V800", mark, 8) +
    bothSides(fill("M80 572C102 586 124 596 146 606L128 684L92 676L78 720L2 786C14 720 62 640 80 572Z", cloth.dark)) +
    bothSides(stroke("M110 728H180", cloth.light, 9)) +
    stroke("M114 728H176", mark, 9),
  overalls: (cloth, under) =>
    crew(under) +
    bothSides(
      fill("M112 600C130 608 150 614 168 620L132 716H84Z", cloth.base) + stroke("M126 616L106 704", cloth.light, 4),
    ) +
    fill("M-132 708C-132 696 -126 690 -114 690H114C126 690 132 696 132 708V800H-132Z", cloth.base) +
    stroke("M-92 710H92", cloth.light, 4) +
    bothSides(circle(112, 712, 14, "#F08A3C") + circle(112, 712, 5, "#B84E14")) +
    stroke("M-46 800V738H46V800", cloth.light, 4),
  vest: (cloth, under) =>
    crew(under) +
    bothSides(
      fill("M96 594C132 610 172 618 210 632C216 690 216 750 214 800H24C26 720 76 668 98 596Z", cloth.base) +
        fill(
          "M121 605L163 618C164 690 158 750 156 800H108C116 740 122 670 118 607Z",
          under.light === "#FFFFFF" ? "#FCE6D5" : "#FAF8F5",
        ) +
        stroke("M98 596C76 668 26 720 24 800", cloth.dark, 7),
    ),
};
