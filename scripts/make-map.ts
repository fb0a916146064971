import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

const ZIMBABWE_ID = "716";
const WIDTH = 320;
const MARGIN = 4;

const CITIES = {
  Harare: [31.0534, -17.8292],
  Bulawayo: [28.5833, -20.1486],
  Gweru: [29.8154, -19.4614],
  Mutare: [32.6712, -18.9707],
  Masvingo: [30.8328, -20.0744],
  Chinhoyi: [30.1936, -17.3607],
} as const satisfies Record<string, Place>;

type Place = readonly [longitude: number, latitude: number];
type Point = [x: number, y: number];

// Not an import statement: TypeScript would infer a type for all 740 kB.
const atlas = createRequire(import.meta.url)("world-atlas/countries-50m.json") as Topology<{
  countries: GeometryCollection;
}>;

function outlineOf(id: string): Place[] {
  const country = feature(atlas, atlas.objects.countries).features.find((candidate) => candidate.id === id);
  if (country?.geometry.type !== "Polygon") throw new Error(`No country ${id} of one piece in world-atlas.`);
  return country.geometry.coordinates[0]!.map(([longitude, latitude]) => [longitude!, latitude!]);
}

/** Equirectangular, with the middle latitude true to scale. */
function projectionOnto(places: Place[]) {
  const longitudes = places.map(([longitude]) => longitude);
  const latitudes = places.map(([, latitude]) => latitude);
  const west = Math.min(...longitudes);
  const east = Math.max(...longitudes);
  const south = Math.min(...latitudes);
  const north = Math.max(...latitudes);
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = (WIDTH - 2 * MARGIN) / ((east - west) * squeeze);
  const project = ([longitude, latitude]: Place): Point => [
    Math.round(MARGIN + (longitude - west) * squeeze * scale),
    Math.round(MARGIN + (north - latitude) * scale),
  ];
  return { project, height: Math.round((north - south) * scale) + 2 * MARGIN };
}

function pathThrough(points: Point[]): string {
  const [first, ...rest] = points.filter(([x, y], at) => x !== points[at - 1]?.[0] || y !== points[at - 1]?.[1]);
  const last = rest.at(-1);
  const closes = first && last && first[0] === last[0] && first[1] === last[1];
  const steps = (closes ? rest.slice(0, -1) : rest).map(([x, y]) => `${x} ${y}`);
  return `M${first![0]} ${first![1]}L${steps.join(" ")}Z`;
}

const border = outlineOf(ZIMBABWE_ID);
const { project, height } = projectionOnto(border);
const cities = Object.entries(CITIES).map(([name, place]) => `  ${name}: [${project(place).join(", ")}],`);

writeFileSync(
  "app/ui/zimbabwe.ts",
  `/** Made by scripts/make-map.ts from Natural Earth, which is in the public domain. */
export const ZIMBABWE = {
  width: ${WIDTH},
  height: ${height},
  outline: "${pathThrough(border.map(project))}",
} as const;

export const CITY_POINTS: Record<${Object.keys(CITIES)
    .map((name) => `"${name}"`)
    .join(" | ")}, [x: number, y: number]> = {
${cities.join("\n")}
};
`,
);
console.info(`Zimbabwe in app/ui/zimbabwe.ts, ${WIDTH} by ${height}`);
