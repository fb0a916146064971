import { CITIES } from "~/domain/values/place";
import { CITY_POINTS, ZIMBABWE } from "../zimbabwe";

// Where a name would run over the border or into another one.
const LEFT = new Set(["Mutare", "Chinhoyi"]);

/** Zimbabwe with its real outline; each city leads to its plumbers. */
export function ZimbabweMap() {
  return (
    <svg viewBox={`0 0 ${ZIMBABWE.width} ${ZIMBABWE.height}`} className="h-auto w-full max-w-[420px]" role="group" aria-label="Cities on the map of Zimbabwe">
      <path d={ZIMBABWE.outline} className="fill-brand-50 stroke-brand-700" strokeWidth="2" strokeLinejoin="round" />
      {CITIES.map((city) => {
        const [x, y] = CITY_POINTS[city];
        const left = LEFT.has(city);
        return (
          <a key={city} href={`/plumbers/${city}`} className="map-city">
            <circle cx={x} cy={y} r="22" fillOpacity="0" />
            <circle cx={x} cy={y} r="5" className="fill-copper-500" />
            <text x={left ? x - 9 : x + 9} y={y + 5} textAnchor={left ? "end" : "start"} className="fill-ink text-[14px] font-semibold">
              {city}
            </text>
          </a>
        );
      })}
    </svg>
  );
}
