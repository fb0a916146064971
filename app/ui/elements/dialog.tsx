import { useNavigate } from "@remix-run/react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Link } from "../shell/link";

interface Props {
  title: string;
  back: string;
  backLabel: string;
  /** Begin on the way back: where what stands above it cannot be undone. */
  careful?: boolean;
  children: ReactNode;
}

/**
 * A page that lies over the one it came from. It has an address of its own, so it works without script; with it, it
 * is a modal dialog: focus stays inside, Escape leads back, and focus returns to where it was.
 */
export function Dialog({ title, back, backLabel, careful = false, children }: Props) {
  const titleId = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const way = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    // Drawn open by the server; the browser makes it modal only from closed.
    element?.close();
    element?.showModal();
    if (careful) way.current?.focus();
    return () => {
      element?.close();
      // By now the dialog is out of the page, and the browser gives nothing back itself.
      if (opener instanceof HTMLElement && document.activeElement === document.body)
        opener.focus({ preventScroll: true });
    };
  }, [careful]);

  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      className="card dialog p-6"
      onCancel={(event) => {
        event.preventDefault();
        navigate(back, { preventScrollReset: true, replace: true });
      }}
    >
      <div className="grid gap-5">
        {/* Without script the page begins here, and not behind the dialog. */}
        <h2 id={titleId} tabIndex={-1} autoFocus>
          {title}
        </h2>
        {children}
        <Link ref={way} to={back} className="button button-quiet" preventScrollReset replace>
          {backLabel}
        </Link>
      </div>
    </dialog>
  );
}
