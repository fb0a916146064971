import type { Service } from "~/content/services";
import { Drawing } from "../illustrations/drawing";
import type { ReactNode } from "react";
import { useResponseContext } from "./response-context";
import type { Block } from "~/content/blog-posts";

export const PageHead = ({
  title,
  lead,
  picture,
  isText = false,
}: {
  title: string;
  lead?: string;
  picture?: Service["illustration"];
  isText?: boolean;
}) => (
  <div className={`${isText ? "page-text" : "page"} flex items-center justify-between gap-6 pt-8`}>
    <div className="grid gap-2">
      <h1>{title}</h1>
      {lead && <p className="max-w-[60ch] text-lg text-ink-2">{lead}</p>}
    </div>
    {picture && <Drawing name={picture} className="w-24 flex-none self-start sm:w-40" />}
  </div>
);

export const AccountPage = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => (
  <div className="mx-auto w-full max-w-[544px] px-4 py-8 sm:py-16">
    <div className="card grid gap-6 p-5 sm:p-8">
      <div className="grid gap-2">
        <h1>{title}</h1>
        {lead && <p className="text-ink-2">{lead}</p>}
      </div>
      {children}
    </div>
  </div>
);

export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="grid max-w-[65ch] gap-4">
    {blocks.map((block, at) =>
      typeof block === "string" ? (
        <p key={at}>{block}</p>
      ) : "heading" in block ? (
        <h2 key={at} className="pt-3">
          {block.heading}
        </h2>
      ) : (
        <ul key={at} className="grid list-disc gap-2 pl-6 marker:text-copper-500">
          {block.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      ),
    )}
  </div>
);

/** Rendered once per isolate on pages without script: must not depend on the user, the request or the clock. */
export function StaticFragment({ name, children }: { name: string; children: ReactNode }) {
  const { keep } = useResponseContext();
  if (!keep) return <div className="contents">{children}</div>;
  return <div className="contents" dangerouslySetInnerHTML={{ __html: keep(name, children) }} />;
}
