import { brand } from "~/brand";
import { CITIES, cityPath } from "~/domain/values/cities";
import { CITY_POINTS, ZIMBABWE } from "./zimbabwe";

// Names placed to the left, which would otherwise overlap the border or another name.
const LEFT = new Set(["Mutare", "Chinhoyi"]);

/** Where the company's office is. */
const OFFICE = "Harare";

/** A map of Zimbabwe with the company's office; each city links to its plumbers. */
export function ZimbabweMap() {
  return (
    <svg
      viewBox={`0 0 ${ZIMBABWE.width} ${ZIMBABWE.height}`}
      className="h-auto w-full max-w-[18rem]"
      role="group"
      aria-label={`${brand.name}'s cities on the map of Zimbabwe; the office is in Harare`}
    >
      <path d={ZIMBABWE.outline} className="fill-brand-50 stroke-brand-700" strokeWidth="2" strokeLinejoin="round" />
      {CITIES.map((city) => {
        const [x, y] = CITY_POINTS[city];
        const left = LEFT.has(city);
        return (
          <a key={city} href={cityPath(city)} className="text-ink">
            {city === OFFICE ? (
              <path
                d={`M${x} ${y + 4}c-9-14-13-19-13-26a13 13 0 0 1 26 0c0 7-4 12-13 26z`}
                className="fill-copper-500"
              />
            ) : (
              // A finger touches its wide edge too.
              <circle cx={x} cy={y} r="5" className="fill-copper-500" strokeWidth="34" pointerEvents="all" />
            )}
            <text
              x={left ? x - 9 : x + (city === OFFICE ? 16 : 9)}
              y={y + 5}
              textAnchor={left ? "end" : "start"}
              className="fill-ink text-[14px] font-semibold"
            >
              {city}
            </text>
          </a>
        );
      })}
    </svg>
  );
}
