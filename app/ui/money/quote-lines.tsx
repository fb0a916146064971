import type { QuoteLine } from "~/domain/money/booking-money";
import { formatMoney } from "~/domain/values/money";

/** The lines of a quote with their total. */
export const QuoteLines = ({ lines, total }: { lines: QuoteLine[]; total: number }) => (
  <table className="w-full text-left">
    <tbody>
      {lines.map(({ what, amount }, at) => (
        <tr key={at} className="border-b border-line align-top">
          <td className="py-1.5 pr-4 wrap-anywhere">{what}</td>
          <td className="py-1.5 text-right tabular-nums">{formatMoney(amount)}</td>
        </tr>
      ))}
    </tbody>
    <tfoot>
      <tr className="font-bold">
        <th scope="row" className="py-1.5 pr-4">
          Total
        </th>
        <td className="py-1.5 text-right tabular-nums">{formatMoney(total)}</td>
      </tr>
    </tfoot>
  </table>
);
