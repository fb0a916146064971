import type { ReactNode } from "react";

/** The head of a public page with its title. */
export function PageHead({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <section className="bg-brand-900 text-white">
      <div className="page grid gap-3 py-8 sm:py-12">
        <h1>{title}</h1>
        {lead && <p className="max-w-[60ch] text-lg text-brand-100">{lead}</p>}
        {children}
      </div>
    </section>
  );
}
