import type { ReactNode } from "react";

/** A part of the reference, with its heading as its anchor. */
export function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
