import { useId, useLayoutEffect, useRef, type ReactNode } from "react";

interface Props {
  title: string;
  className?: string;
  close: () => void;
  children: ReactNode;
}

/** A dialog of the keys: Escape and a press beside it close it, and the focus returns to where it was. */
export function Panel({ title, className = "", close, children }: Props) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // While it is on the page: only then does the browser return the focus.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`card dialog panel ${className}`}
      onClose={close}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <h2 id={titleId} className="sr-only">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
