import { useId, type ReactNode } from "react";
import { Link } from "./link";

interface Props {
  title: string;
  back: string;
  backLabel: string;
  children: ReactNode;
}

/** A page that lies over the one it came from: it has an address of its own, so it works without script, and Back closes it. */
export function Dialog({ title, back, backLabel, children }: Props) {
  const titleId = useId();
  return (
    <div className="modal">
      <section role="dialog" aria-modal="true" aria-labelledby={titleId} className="card grid gap-5 p-6">
        <h2 id={titleId}>{title}</h2>
        {children}
        <Link to={back} className="button button-quiet" preventScrollReset autoFocus>
          {backLabel}
        </Link>
      </section>
    </div>
  );
}
