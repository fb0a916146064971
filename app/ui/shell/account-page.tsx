import type { ReactNode } from "react";

/** The layout of short pages about an account: one heading, one column. */
export function AccountPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-[544px] px-4 py-10 sm:py-16">
      <div className="card grid gap-6 p-5 sm:p-8">
        <div className="grid gap-2">
          <h1>{title}</h1>
          {lead && <p className="text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
    </div>
  );
}
