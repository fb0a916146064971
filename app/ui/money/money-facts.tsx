import type { MoneySection } from "./describe-money";

/** What a booking costs, what was paid, and what is due. */
export const MoneyFacts = ({ facts, due }: Pick<MoneySection, "facts" | "due">) => (
  <dl className="facts tabular-nums">
    {facts.map(({ label, value }) => (
      <div key={label} className="contents">
        <dt>{label}</dt>
        <dd className="text-right">{value}</dd>
      </div>
    ))}
    {due && (
      <div className="contents">
        <dt className="font-bold">Due now</dt>
        <dd className="text-right text-xl font-bold">{due}</dd>
      </div>
    )}
  </dl>
);
