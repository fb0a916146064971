import { Fragment } from "react";
import { company } from "~/company";

export const OfficeHours = () => (
  <dl className="facts">
    {company.hours.map(({ days, time }) => (
      <Fragment key={days}>
        <dt>{days}</dt>
        <dd>{time}</dd>
      </Fragment>
    ))}
  </dl>
);
