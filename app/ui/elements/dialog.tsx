import { useNavigate } from "@remix-run/react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { Link } from "../shell/elements";

interface Props {
  title: string;
  back: string;
  backLabel: string;
  /** Puts the focus on the way back, for actions that can't be undone. */
  careful?: boolean;
  children: ReactNode;
}

/** A page over the one it came from: with script a modal dialog, which closes on Escape and returns the focus. */
export function Dialog({ title, back, backLabel, careful = false, children }: Props) {
  const titleId = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const way = useRef<HTMLAnchorElement>(null);

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    // The server renders it open, and the browser only makes closed dialogs modal.
    element?.close();
    element?.showModal();
    if (careful) way.current?.focus();
    return () => {
      element?.close();
      // The dialog has left the page by now, so the browser doesn't return the focus itself.
      if (opener instanceof HTMLElement && document.activeElement === document.body)
        opener.focus({ preventScroll: true });
    };
  }, [careful]);

  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby={titleId}
      className="card dialog p-5"
      onCancel={(event) => {
        event.preventDefault();
        navigate(back, { preventScrollReset: true, replace: true });
      }}
    >
      <div className="grid gap-5">
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
