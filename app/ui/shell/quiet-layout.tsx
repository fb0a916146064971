import type { ReactNode } from "react";
import { Logo } from "../elements/logo";
import { SkipLink } from "../elements/skip-link";

/** The frame of pages that are for one thing (W10): nothing in it leads elsewhere but the logo. */
export const QuietLayout = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <header className="border-b border-line bg-surface">
      <div className="page flex items-center py-2">
        <Logo />
      </div>
    </header>
    <main id="content" className="flex-1">
      {children}
    </main>
  </div>
);
