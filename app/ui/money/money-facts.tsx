import { acceptedQuote, unsettledPart, type BookingMoney } from "~/domain/money/booking-money";
import { formatMoney } from "~/domain/values/money";

/** What a booking costs, what was paid, and what is due (M1 to M4). */
export function MoneyFacts({ money }: { money: BookingMoney }) {
  const { fee, agreedPrice, finalAmount, finalReason, paidAmount, due } = money;
  const unsettled = unsettledPart(money);
  const rows: [label: string, cents: number | null][] = [
    ["Visit fee", fee],
    [acceptedQuote(money) ? "Agreed by quote" : "Agreed", agreedPrice],
    ["To pay in the end", finalAmount],
    ["Paid so far", paidAmount === 0 && finalAmount === null ? null : paidAmount],
    ["Not agreed yet", unsettled || null],
  ];
  return (
    <dl className="facts tabular-nums">
      {rows.map(
        ([label, cents]) =>
          cents !== null && (
            <div key={label} className="contents">
              <dt>{label}</dt>
              <dd className="text-right">{formatMoney(cents)}</dd>
            </div>
          ),
      )}
      {finalReason && (
        <>
          <dt>Why it is more</dt>
          <dd className="text-right">“{finalReason}”</dd>
        </>
      )}
      {finalAmount !== null && (
        <>
          <dt className="font-bold !text-ink">Due now</dt>
          <dd className="text-right text-xl font-bold">{formatMoney(due)}</dd>
        </>
      )}
    </dl>
  );
}
