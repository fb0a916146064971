import type { ReactNode } from "react";

/** One of the facts that stand side by side (`office-facts`). */
export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
);
