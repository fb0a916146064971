import { company } from "~/company";

/** When the office answers. */
export function OfficeHours() {
  return (
    <dl className="facts">
      {company.hours.map(({ days, time }) => (
        <div key={days} className="contents">
          <dt>{days}</dt>
          <dd>{time}</dd>
        </div>
      ))}
    </dl>
  );
}
