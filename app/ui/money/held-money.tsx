import { Link } from "../shell/link";
import type { HeldSection } from "./describe-held";

/** What Pombi holds for a booking, has released and gives back. */
export const HeldMoneySection = ({ held, page }: { held: HeldSection | null; page: string }) =>
  held && (
    <section className="card grid gap-3 p-4 sm:p-6">
      <h2>Money paid online</h2>
      {held.lines.map((line, at) => (
        <p key={at}>{line}</p>
      ))}
      {held.canRelease && (
        <Link to={`${page}/release`} className="button button-quiet justify-self-start print:hidden">
          Release the money now
        </Link>
      )}
    </section>
  );
