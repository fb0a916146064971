/** The average width of a letter, in ems, as @capsizecss/metrics 4.3 gives it for each font. */
const FIGTREE = { regular: 449 / 1000, bold: 463 / 1000, ascent: 950 / 1000, descent: 250 / 1000 };

/** A font that people have, in the two weights that a page begins with, and the names under which browsers know it. */
interface Fallback {
  family: string;
  regular: { width: number; names: string[] };
  bold: { width: number; names: string[] };
}

/** In the order in which a browser looks: Android's own first. Liberation Sans and Helvetica are as wide as Arial. */
const FALLBACKS: Fallback[] = [
  {
    family: "Roboto",
    regular: { width: 911 / 2048, names: ["Roboto", "Roboto-Regular"] },
    bold: { width: 926 / 2048, names: ["Roboto Bold", "Roboto-Bold"] },
  },
  {
    family: "Arial",
    regular: { width: 913 / 2048, names: ["Arial", "ArialMT", "Liberation Sans", "Helvetica"] },
    bold: { width: 983 / 2048, names: ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Helvetica Bold"] },
  },
  {
    family: "Noto Sans",
    regular: { width: 474 / 1000, names: ["Noto Sans", "Noto Sans Regular"] },
    bold: { width: 503 / 1000, names: ["Noto Sans Bold"] },
  },
  {
    family: "DejaVu Sans",
    regular: { width: 1041 / 2048, names: ["DejaVu Sans"] },
    bold: { width: 1176 / 2048, names: ["DejaVu Sans Bold"] },
  },
];

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** A face that is as wide and as high as Figtree of a weight. */
function face(family: string, weights: string, { width, names }: Fallback["regular"], figtreeWidth: number): string {
  const scale = figtreeWidth / width;
  return `@font-face {
  font-family: "Figtree as ${family}";
  src: ${names.map((name) => `local("${name}")`).join(", ")};
  font-weight: ${weights};
  size-adjust: ${percent(scale)};
  ascent-override: ${percent(FIGTREE.ascent / scale)};
  descent-override: ${percent(FIGTREE.descent / scale)};
  line-gap-override: 0%;
}
`;
}

/** The faces that stand in until Figtree is there: a font that is on the phone, as wide and as high, so that nothing moves. */
export const fallbackFaces = (): string =>
  FALLBACKS.map(
    ({ family, regular, bold }) =>
      face(family, "300 550", regular, FIGTREE.regular) + face(family, "551 900", bold, FIGTREE.bold),
  ).join("");

/** Their names, as `font-family` takes them. */
export const fallbackFamilies = FALLBACKS.map(({ family }) => `"Figtree as ${family}"`).join(", ");
