import { Fragment, useId, useLayoutEffect, useRef, type ReactNode } from "react";

export type PanelName = "palette" | "help";

export interface PanelProps {
  /** Keys that were pressed while the panel was loading. */
  typed: string;
  close: () => void;
  open: (name: PanelName) => void;
}

/** A dialog of the keys: Escape and a press beside it close it, and the focus returns to where it was. */
export function Panel({ title, close, children }: { title: string; close: () => void; children: ReactNode }) {
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
      className="card dialog panel"
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

export const ClosePanel = () => (
  <button
    type="button"
    className="button button-quiet"
    onClick={(event) => event.currentTarget.closest("dialog")?.close()}
  >
    Close
  </button>
);

export const Keys = ({ keys }: { keys: string }) =>
  keys.split(" ").map((key, place) => (
    <Fragment key={place}>
      {place > 0 && " "}
      {key.split("+").map((one) => (
        <kbd key={one} className="key">
          {one}
        </kbd>
      ))}
    </Fragment>
  ));
