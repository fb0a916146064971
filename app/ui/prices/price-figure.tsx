import { formatJobCount, formatPriceRange, type UsualPrice } from "~/domain/prices/usual-price";

/** A usual price as the one figure that a part of a page is about (D18). `where`: "in Harare", or nothing. */
export const PriceFigure = ({ price, where }: { price: UsualPrice; where?: string }) => (
  <p>
    <b className="block text-3xl leading-snug text-brand-700 tabular-nums">{formatPriceRange(price)}</b>
    <span className="text-ink-2">
      Usually, {formatJobCount(price)} {where}
    </span>
  </p>
);
