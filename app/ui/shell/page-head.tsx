import type { Service } from "~/content/services";
import { Drawing } from "../illustrations/drawing";

/**
 * The head of a public page with its title. `isText`: as wide as a page of
 * text.
 */
export function PageHead({
  title,
  lead,
  picture,
  isText = false,
}: {
  title: string;
  lead?: string;
  picture?: Service["illustration"];
  isText?: boolean;
}) {
  return (
    <div className={`${isText ? "page-text" : "page"} flex items-center justify-between gap-6 pt-8`}>
      <div className="grid gap-2">
        <h1>{title}</h1>
        {lead && <p className="max-w-[60ch] text-lg text-ink-2">{lead}</p>}
      </div>
      {picture && <Drawing name={picture} className="w-24 flex-none self-start sm:w-40" />}
    </div>
  );
}
