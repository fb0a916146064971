import { Link } from "../shell/link";

/** The link to a receipt's page, which prints. */
export const ReceiptLink = ({ number, className = "" }: { number: number; className?: string }) => (
  <Link to={`/receipts/PR-${number}`} className={`inline-flex min-h-11 items-center tabular-nums ${className}`}>
    PR-{number}
  </Link>
);
