import type { ReactNode } from "react";
import type { MoneyRow as Row } from "~/domain/money/booking-money";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import { recordLink } from "~/domain/bookings/next-step/step-links";
import { METHOD_WORDS } from "~/domain/bookings/payment-method";
import { formatDay } from "~/domain/time/harare";
import { formatSum } from "~/domain/values/money";
import { Link, QuietLink, TextLink } from "../shell/elements";
import { ReceiptLink } from "./money-facts";

interface RowProps {
  title: string;
  to?: string;
  about: ReactNode;
  /** The action: a column of its own where there is room, kept where it is null. */
  actions?: ReactNode;
  children?: ReactNode;
}

export const MoneyRow = ({ title, to, about, actions, children }: RowProps) => (
  <li className="relative flex flex-wrap items-start gap-x-4 px-4 py-3 leading-snug lg:grid lg:grid-cols-[1fr_auto_auto] lg:items-center">
    <div className="min-w-0 flex-[1_1_12rem]">
      <p className="font-semibold wrap-anywhere">
        {to ? (
          <Link to={to} className="text-ink no-underline after:absolute after:inset-0">
            {title}
          </Link>
        ) : (
          title
        )}
      </p>
      <p className="flex flex-wrap items-baseline gap-x-4 text-sm text-ink-3">{about}</p>
    </div>
    <div className="ml-auto flex flex-wrap items-center justify-end gap-x-4 lg:contents">
      <p className="grid gap-1 text-right tabular-nums">{children}</p>
      {actions !== undefined && <p className="ml-auto flex flex-wrap gap-2 py-1 lg:grid lg:w-44">{actions}</p>}
    </div>
  </li>
);

interface Props {
  /** `rest`: the label of the link to what can be paid online before the work is done. */
  rows: (Row & { rest?: string | null })[];
  pages: string;
  pay?: boolean;
  /** True for a plumber, who records what they were paid. */
  record?: boolean;
}

export const MoneyRows = ({ rows, pages, pay = false, record = false }: Props) => {
  const receiptsOf = ({ receipts }: Row) =>
    receipts.map(({ number }) => (
      <ReceiptLink key={number} number={number} className="relative -my-3 justify-self-end" isNamed />
    ));
  const first = rows.find((row) => isPayable(row) && !row.isWithOffice);
  return (
    <ul className="card divide-y divide-line">
      {rows.map((row) => (
        <MoneyRow
          key={row.id}
          title={`${row.serviceType ?? DEFAULT_SERVICE}, ${row.other}`}
          to={`${pages}/${row.id}`}
          about={
            <>
              {formatDay(row.startsAt)}, {row.reference}
              {record && receiptsOf(row)}
              {record && row.isToRecord && !row.isWithOffice && <RecordLink page={`${pages}/${row.id}`} />}
            </>
          }
          actions={
            record ? undefined : (
              <>
                {receiptsOf(row)}
                <Buttons row={row} page={`${pages}/${row.id}`} pay={pay} isFirst={row === first} />
              </>
            )
          }
        >
          {row.amounts.map((amount, at) => (
            <b key={amount} className={at === 0 && row.due > 0 ? "text-copper-700" : "text-sm text-ink-2"}>
              {amount}
            </b>
          ))}
          {row.paidAmount > 0 && (
            <span>
              {formatSum(row.paidAmount)} {record ? sayHowPaid(row) : "paid"}
            </span>
          )}
          {row.isWithOffice && <span className="text-sm text-ink-2">Our office looks into it</span>}
          {row.waiting !== null && <span className="text-sm text-ink-2">{formatSum(row.waiting)} to be confirmed</span>}
          {row.amounts.length === 0 && row.paidAmount === 0 && row.waiting === null && (
            <span className="text-sm text-ink-3">
              {row.finalAmount === 0 ? "Nothing to pay" : "No payment recorded"}
            </span>
          )}
        </MoneyRow>
      ))}
    </ul>
  );
};

interface ButtonsProps {
  row: Props["rows"][number];
  page: string;
  pay: boolean;
  isFirst: boolean;
}

/** The way to pay what is due or can be paid ahead, of a list one is primary, and the question about more. */
function Buttons({ row, page, pay, isFirst }: ButtonsProps) {
  const { asked, pay: label, recorded } = row.ask;
  return (
    <>
      {recorded && <QuietLink to={page} className="relative px-3" label={recorded} />}
      {pay && isPayable(row) && (
        <>
          <Link to={`${page}/pay`} className={`button relative px-3 ${isFirst ? "" : "button-quiet"}`}>
            {label}
          </Link>
          {asked && <QuietLink to={page} className="relative px-3" label={asked} />}
        </>
      )}
      {row.rest && <QuietLink to={`${page}/pay`} className="relative px-3" label={row.rest} />}
    </>
  );
}

function RecordLink({ page }: { page: string }) {
  const { path, label } = recordLink(page);
  return <TextLink to={path} className="relative -my-3" label={label} />;
}

/** `online`, `in cash`; by several methods it is `paid`. */
function sayHowPaid({ receipts }: Row): string {
  const [method, ...others] = new Set(receipts.map(({ method }) => method));
  return method && others.length === 0 ? METHOD_WORDS[method] : "paid";
}

/** The due amount can't be paid while a record waits: both may be of the same money. */
const isPayable = ({ due, waiting }: Row) => due > 0 && waiting === null;
