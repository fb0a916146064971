import type { MetaArgs, MetaDescriptor, MetaFunction } from "@remix-run/cloudflare";
import type { ReactNode } from "react";
import { brand } from "~/brand";
import type { Block } from "~/content/blog-posts";
import type { Faq } from "~/content/faq";
import type { Service } from "~/content/services";
import { dateAt, formatDate, timeAt, type Instant } from "~/domain/time/harare";
import type { PageHandle } from "~/http/page-handle";
import { BackLink } from "./elements";
import { Drawing } from "../illustrations/drawing";
import { useResponseContext } from "./response-context";

interface PageFacts {
  title: string;
  description: string;
  /** The canonical path, where it isn't the requested one without its query. */
  path?: string;
  type?: "website" | "article" | "profile";
  picture?: string;
  /** Structured data; addresses begin with the site's origin. */
  data?: (origin: string) => MetaDescriptor[];
  isUnlisted?: true;
}

type FactsOf<Loader> = PageFacts | ((data: NonNullable<MetaArgs<Loader>["data"]>, page: MetaArgs<Loader>) => PageFacts);

/** A page's words for search engines and messengers. */
export const described =
  <Loader,>(facts: FactsOf<Loader>): MetaFunction<Loader> =>
  (page) =>
    // A page that failed is described by the root, so that the data is there.
    describePage(page, typeof facts === "function" ? facts(page.data!, page) : facts);

/** A page that is the same for every visitor (S3); `query`: the only parameters it sees. */
export const keptPage = <Loader,>(facts: FactsOf<Loader>, query: readonly string[] = []) => ({
  handle: { cache: { query } } satisfies PageHandle,
  meta: described<Loader>(facts),
});

function describePage(
  { matches, location }: Pick<MetaArgs, "matches" | "location">,
  { title, description, path, type = "website", picture = "/share.png", data = () => [], isUnlisted }: PageFacts,
): MetaDescriptor[] {
  const root = matches.find(({ id }) => id === "root")?.data as { origin: string } | undefined;
  const address = path ?? (location.pathname === "/" ? "/" : location.pathname.replace(/\/$/, ""));
  return [
    { title: title.includes(brand.name) ? title : `${title} – ${brand.name}` },
    { name: "description", content: description },
    { property: "og:site_name", content: brand.name },
    { property: "og:type", content: type },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { name: "twitter:card", content: "summary_large_image" },
    ...(root
      ? [
          { tagName: "link", rel: "canonical", href: root.origin + address },
          { property: "og:url", content: root.origin + address },
          { property: "og:image", content: root.origin + picture },
          ...data(root.origin),
        ]
      : []),
    ...(isUnlisted ? [{ name: "robots", content: "noindex" }] : []),
  ];
}

interface PageHeadProps {
  title: string;
  lead?: string;
  picture?: Service["illustration"];
  isText?: boolean;
  /** Stands below the title and its sentence. */
  children?: ReactNode;
}

export const PageHead = ({ title, lead, picture, isText = false, children }: PageHeadProps) => (
  <div className={`${isText ? "page-text" : "page"} flex items-center justify-between gap-6 pt-6`}>
    <div className="grid gap-3">
      <h1>{title}</h1>
      {lead && <p className="max-w-[65ch] text-lg text-ink-2">{lead}</p>}
      {children}
    </div>
    {picture && <Drawing name={picture} className="w-24 flex-none self-start max-sm:hidden sm:w-40" />}
  </div>
);

interface AccountPageProps {
  title: string;
  lead?: string;
  /** The settings that the page is reached from, to go back to. */
  settings?: string | false;
  children: ReactNode;
}

/** The frame of sign-in, as its page has it (`SplitPage`): bare on phones, a card on wide screens. */
export const AccountPage = ({ title, lead, settings, children }: AccountPageProps) => (
  <div className="account-page mx-auto w-full max-w-[544px] px-4 py-8">
    <div className="grid gap-6 panel:rounded-card panel:border panel:border-line panel:bg-surface panel:px-6 panel:py-8">
      <div className="grid gap-2">
        {settings && <BackLink to={settings} label="Settings" />}
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
        <h2 key={at} id={`part-${at}`} className="pt-3">
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

/** The age of a page's data from a copy, in Harare's time. */
export function AsOf({ asOf, now }: { asOf: Instant | null; now: Instant }) {
  if (asOf === null) return null;
  const day = dateAt(asOf);
  return (
    <p role="status" className="text-sm text-ink-2">
      We can't reach our records just now. This is from {timeAt(asOf)}
      {day !== dateAt(now) && `, ${formatDate(day, "short")}`}.
    </p>
  );
}

export const Questions = ({ questions, name }: { questions: Faq; name: string }) => (
  <div className="card divide-y divide-line">
    {Object.entries(questions).map(([question, answer], at) => (
      <details key={question} name={name} open={at === 0}>
        <summary className="py-4 pl-4 font-semibold">{question}</summary>
        <p className="px-4 pb-5 text-ink-2">{answer}</p>
      </details>
    ))}
  </div>
);
