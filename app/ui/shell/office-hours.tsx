import { Fragment } from "react";
import { company } from "~/company";
import { unbroken } from "~/domain/time/harare";

export const OfficeHours = () => (
  <dl className="facts">
    {company.hours.map(({ days, time }) => (
      <Fragment key={days}>
        <dt>{days}</dt>
        <dd>{unbroken(time)}</dd>
      </Fragment>
    ))}
  </dl>
);
