import type { QuoteLine } from "~/domain/money/quote";
import { formatMoney, formatSum } from "~/domain/values/money";
import type { MoneySection } from "./describe-money";
import { TallLink } from "../shell/elements";

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
        <dd className="text-right text-h2 font-bold">{due}</dd>
      </div>
    )}
  </dl>
);

interface Props {
  lines: QuoteLine[];
  total: number;
  /** The part to be paid online in advance. */
  deposit?: number | null;
  note?: string | null;
}

export const QuoteLines = ({ lines, total, deposit = null, note = null }: Props) => (
  <>
    <table className="w-full text-left">
      <tbody>
        {[...lines, { what: "Total", amount: total }].map(({ what, amount }, at) => (
          <tr
            key={at}
            className={`border-b border-line align-top last:border-0 ${at === lines.length ? "font-bold" : "font-normal"}`}
          >
            <th scope="row" dir="auto" className="py-1 pr-2 [font-weight:inherit] wrap-anywhere">
              {what}
            </th>
            <td className="py-1 text-right tabular-nums">{formatSum(amount)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    {deposit !== null && (
      <p>Deposit: {formatMoney(deposit)}, to be paid in advance. Pombi holds it until a day after the work is done.</p>
    )}
    {note && (
      <p dir="auto" className="whitespace-pre-line text-ink-2">
        {note}
      </p>
    )}
  </>
);

interface ReceiptProps {
  number: number;
  className?: string;
  /** True where what it is stands beside it. */
  isNamed?: boolean;
}

export const ReceiptLink = ({ number, className = "", isNamed = false }: ReceiptProps) => (
  <TallLink
    to={`/receipts/PR-${number}`}
    className={`tabular-nums ${className}`}
    label={`${isNamed ? "" : "Receipt "}PR-${number}`}
  />
);
