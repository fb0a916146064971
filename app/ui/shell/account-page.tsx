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

/** Sign-up and sign-in: a panel beside the form, hidden under 800 px (W3). */
export function SplitPage({ panel, children }: { panel: ReactNode; children: ReactNode }) {
  return (
    <div className="panel:mx-auto panel:max-w-[1168px] panel:px-6 panel:py-12">
      <div className="panel:bg-surface panel:rounded-card panel:border panel:border-line panel:grid panel:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] panel:overflow-hidden">
        <aside className="hidden content-start justify-items-center gap-5 bg-brand-50 p-10 text-center panel:grid">
          {panel}
        </aside>
        <div className="mx-auto grid w-full max-w-[544px] gap-6 px-4 py-8 sm:p-10">{children}</div>
      </div>
    </div>
  );
}
