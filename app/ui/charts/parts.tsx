/** How a bar's parts look, told apart without colour: the first is filled, the second hatched, the third only outlined. */
export const partStyle = (nth: number, id: string) =>
  nth === 0
    ? { className: "fill-brand-600" }
    : { fill: nth === 1 ? `url(#${id}-hatch)` : "none", stroke: "currentColor", className: "text-brand-600" };

/** The pattern of the second part, for a drawing whose id is `id`. */
export const Hatch = ({ id }: { id: string }) => (
  <pattern id={`${id}-hatch`} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <line x1="0" x2="0" y1="0" y2="5" strokeWidth="3" stroke="currentColor" className="text-brand-600" />
  </pattern>
);

/** What a part's look stands for, as an item of a legend. */
export const PartName = ({ name, nth, id }: { name: string; nth: number; id: string }) => (
  <li className="flex items-center gap-1.5">
    <svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <path d="M1 1h12v12H1z" {...partStyle(nth, id)} />
    </svg>
    {name}
  </li>
);
