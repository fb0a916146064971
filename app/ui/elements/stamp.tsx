import type { ReactNode } from "react";

/** A word, with its date or alone, in a double frame. */
export const Stamp = ({ name, children }: { name: string; children?: ReactNode }) => (
  <span className="inline-grid rounded-small border-4 border-double border-brand-600 px-1 text-xs leading-tight sm:text-sm font-bold text-brand-700">
    {name}
    {children && <span className="tabular-nums">{children}</span>}
  </span>
);
