import { Link } from "../shell/link";

/** The link to a receipt's page, which prints. */
export const ReceiptLink = ({ number }: { number: number }) => (
  <Link to={`/receipts/PR-${number}`} className="inline-flex min-h-11 items-center tabular-nums">
    PR-{number}
  </Link>
);
