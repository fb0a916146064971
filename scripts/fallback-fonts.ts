import { entireMetricsCollection } from "@capsizecss/metrics/entireMetricsCollection";
import { fromFile } from "@capsizecss/unpack/fs";

const { arial, figtree, notoSans, roboto } = entireMetricsCollection;

interface Metrics {
  xWidthAvg: number;
  unitsPerEm: number;
}

/** A font that people have, in the two weights that a page begins with, and the names under which browsers know it. */
interface Fallback {
  family: string;
  regular: { metrics: Metrics; names: string[] };
  bold: { metrics: Metrics; names: string[] };
}

const dejaVu = (weight: 400 | 700) =>
  fromFile(`node_modules/@fontsource/dejavu-sans/files/dejavu-sans-latin-${weight}-normal.woff2`);

/** In the order in which a browser looks: Android's own first. Liberation Sans and Helvetica are as wide as Arial. */
const FALLBACKS: Fallback[] = [
  {
    family: "Roboto",
    regular: { metrics: roboto, names: ["Roboto", "Roboto-Regular"] },
    bold: { metrics: roboto.variants["700"], names: ["Roboto Bold", "Roboto-Bold"] },
  },
  {
    family: "Arial",
    regular: { metrics: arial, names: ["Arial", "ArialMT", "Liberation Sans", "Helvetica"] },
    bold: {
      metrics: arial.variants["700"],
      names: ["Arial Bold", "Arial-BoldMT", "Liberation Sans Bold", "Helvetica Bold"],
    },
  },
  {
    family: "Noto Sans",
    regular: { metrics: notoSans, names: ["Noto Sans", "Noto Sans Regular"] },
    bold: { metrics: notoSans.variants["700"], names: ["Noto Sans Bold"] },
  },
  {
    family: "DejaVu Sans",
    regular: { metrics: await dejaVu(400), names: ["DejaVu Sans"] },
    bold: { metrics: await dejaVu(700), names: ["DejaVu Sans Bold"] },
  },
];

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
const widthOf = ({ xWidthAvg, unitsPerEm }: Metrics) => xWidthAvg / unitsPerEm;

/** A face that is as wide and as high as Figtree of a weight. */
function face(family: string, weights: string, { metrics, names }: Fallback["regular"], figtreeWidth: number): string {
  const scale = figtreeWidth / widthOf(metrics);
  const heightOf = (height: number) => percent(height / figtree.unitsPerEm / scale);
  return `@font-face {
  font-family: "Figtree as ${family}";
  src: ${names.map((name) => `local("${name}")`).join(", ")};
  font-weight: ${weights};
  size-adjust: ${percent(scale)};
  ascent-override: ${heightOf(figtree.ascent)};
  descent-override: ${heightOf(-figtree.descent)};
  line-gap-override: 0%;
}
`;
}

/** The faces that stand in until Figtree is there: a font that is on the phone, as wide and as high, so that nothing moves. */
export const fallbackFaces = (): string =>
  FALLBACKS.map(
    ({ family, regular, bold }) =>
      face(family, "300 550", regular, widthOf(figtree)) +
      face(family, "551 900", bold, widthOf(figtree.variants["700"])),
  ).join("");

/** Their names, as `font-family` takes them. */
export const fallbackFamilies = FALLBACKS.map(({ family }) => `"Figtree as ${family}"`).join(", ");
