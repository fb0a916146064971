import { brand } from "~/brand";
import { company } from "~/company";
import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../shell/elements";
import { OfficeHours } from "../shell/office-hours";
import { CITIES, cityPath } from "~/domain/values/cities";

export const CompanyFacts = () => (
  <div className="card grid gap-3 p-5">
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
            className="fill-ink text-sm font-semibold"
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
  "M247 291L243 288 239 287 232 286 224 286 214 288 203 286 192 281 182 280 171 282 170 282 168 280 165 277 160 276 158 276 157 274 156 273 156 271 157 266 156 265 155 264 152 264 145 261 137 259 123 256 117 255 116 255 114 253 112 246 109 242 103 236 102 234 102 229 103 225 103 221 103 218 103 214 103 211 102 210 100 209 94 209 86 209 86 205 86 199 84 195 82 193 79 191 72 188 62 184 54 178 45 171 42 169 38 162 33 150 33 146 33 144 28 138 27 135 26 131 17 123 15 119 13 114 10 110 9 108 6 106 5 103 4 100 5 97 5 95 13 97 17 98 21 97 25 98 30 102 35 103 41 100 48 101 58 105 66 106 76 102 85 92 93 83 101 73 106 64 113 57 122 52 131 47 146 42 149 37 150 32 150 25 150 21 152 19 154 17 157 15 167 10 175 6 185 4 195 4 205 4 211 4 211 11 212 18 213 19 221 19 233 20 245 20 253 26 255 27 263 28 273 37 285 38 294 41 301 44 305 48 308 49 312 49 314 49 313 52 311 57 311 63 315 72 315 80 314 94 314 107 314 112 315 115 316 117 315 119 313 125 312 131 312 133 311 135 310 136 305 139 304 141 304 144 304 146 306 147 309 149 310 151 310 153 309 157 307 163 309 170 311 175 315 180 316 183 316 186 315 188 311 198 307 204 303 211 297 215 295 217 295 219 295 224 295 229 290 237 293 244 292 244 290 245 283 253 276 261 271 266 265 273 258 280 253 286Z";

const CITY_POINTS: Record<(typeof CITIES)[number], [x: number, y: number]> = {
  Harare: [238, 97],
  Bulawayo: [139, 195],
  Gweru: [188, 166],
  Mutare: [303, 145],
  Masvingo: [229, 192],
  Chinhoyi: [203, 77],
};
