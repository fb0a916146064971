import { brand } from "~/brand";

/** When the office answers. */
export function OfficeHours() {
  return (
    <dl className="facts">
      {brand.hours.map(({ days, time }) => (
        <div key={days} className="contents">
          <dt>{days}</dt>
          <dd>{time}</dd>
        </div>
      ))}
    </dl>
  );
}
