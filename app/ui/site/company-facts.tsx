import { brand } from "~/brand";
import { company } from "~/company";
import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../shell/elements";
import { OfficeHours } from "../shell/office-hours";
import { CITIES, cityPath } from "~/domain/values/cities";

export const CompanyFacts = () => (
  <div className="card grid gap-3 p-4 wrap-anywhere">
    <ZimbabweMap />
    <a className="button-link" href={telephoneLink(brand.phone)}>
      <Icon name="phone" /> {showPhone(brand.phone)}
    </a>
    <a className="button-link" href={whatsAppLink(brand.whatsApp)}>
      <Icon name="whatsapp" /> WhatsApp {showPhone(brand.whatsApp)}
    </a>
    <a className="button-link" href={`mailto:${brand.email}`}>
      <Icon name="mail" /> {brand.email}
    </a>
    <CompanyAddress />
    <OfficeHours />
  </div>
);

export const CompanyAddress = () => (
  <p className="flex gap-2">
    <Icon name="map-pin" className="mt-1 text-brand-600" />
    <a href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(company.address.join(", "))}`}>
      {company.address.join(", ")}
    </a>
  </p>
);

// Names placed to the left, which would otherwise overlap the border or another name.
const LEFT = new Set(["Mutare", "Chinhoyi"]);

const OFFICE = "Harare";

export const ZimbabweMap = () => (
  <svg
    viewBox="0 0 320 295"
    className="h-auto w-full max-w-60"
    fontSize="14"
    role="group"
    aria-label={`${brand.name}'s cities on the map of Zimbabwe; the office is in Harare`}
  >
    <path
      d={OUTLINE}
      fill="var(--color-brand-50)"
      stroke="var(--color-brand-700)"
      strokeWidth="2"
      strokeLinejoin="round"
    />
    {CITIES.map((city) => {
      const [x, y] = CITY_POINTS[city];
      const left = LEFT.has(city);
      return (
        <a key={city} href={cityPath(city)} className="text-ink">
          {city === OFFICE ? (
            <path d={`M${x} ${y + 4}c-9-14-13-19-13-26a13 13 0 0 1 26 0c0 7-4 12-13 26z`} className="fill-copper-500" />
          ) : (
            // A finger touches its wide edge too.
            <circle cx={x} cy={y} r="5" className="fill-copper-500" strokeWidth="34" pointerEvents="all" />
          )}
          <rect
            x={left ? x - 9 * city.length : x}
            y={y - 16}
            width={9 * city.length}
            height="32"
            fill="none"
            pointerEvents="all"
          />
          <text
            x={left ? x - 9 : x + (city === OFFICE ? 16 : 9)}
            y={y + 5}
            textAnchor={left ? "end" : "start"}
            className="fill-ink font-semibold"
          >
            {city}
          </text>
        </a>
      );
    })}
  </svg>
);

/** Drawn from Natural Earth's borders (1:50 million), which are in the public domain; equirectangular. */
const OUTLINE =
  "M247 291l-4-3-11-2-18 2-11-2-11-5-10-1-12 2-5-5-7-1-2-3 1-7-2-2-39-9-2-2-2-7-10-12 1-23-3-2-14 0 0-10-4-6-20-9-20-15-9-19 0-6-5-6-2-7-9-8-4-9-4-6-3-2-2-6 1-5 12 3 4-1 4 1 5 4 5 1 6-3 25 6 10-4 17-19 8-10 5-9 7-7 18-10 15-5 3-5 1-5 0-11 4-4 21-11 10-2 26 0 0 7 2 8 32 1 10 7 8 1 10 9 12 1 16 6 4 4 9 1-3 8 0 6 4 9-1 40 2 5-3 8-1 8-2 3-5 3-1 7 6 5-3 12 4 12 4 5 1 6-5 12-8 13-8 6 0 12-5 8 3 7-3 1-37 41z";

const CITY_POINTS: Record<(typeof CITIES)[number], [x: number, y: number]> = {
  Harare: [238, 97],
  Bulawayo: [139, 195],
  Gweru: [188, 166],
  Mutare: [303, 145],
  Masvingo: [229, 192],
  Chinhoyi: [203, 77],
};
