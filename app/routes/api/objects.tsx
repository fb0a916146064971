import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { describeApi } from "~/api/openapi/reference.server";
import { ObjectCard } from "~/ui/reference/descriptions";
import { keptPage, PageHead } from "~/ui/shell/public-page";

export const { handle, meta } = keptPage({
  title: `Objects of the ${brand.name} API`,
  description: "What the API sends about bookings, quotes, payments, messages, plumbers and users, key by key.",
});

export const loader = ({ context }: LoaderFunctionArgs) => ({ objects: describeApi(context.origin).objects });

/** The objects of the API (X1), apart from its calls: each page stays light (W14). */
export default function Objects() {
  const { objects } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        isText
        title="Objects of the API"
        lead="Which of these objects you get depends on who you are to what you ask for. Each has these keys and no others."
      />
      <div className="page-text grid gap-4 py-8">
        <p>
          <a href="/api">All calls of the API</a>
        </p>
        {objects.map((object) => (
          <ObjectCard key={object.title} object={object} />
        ))}
      </div>
    </>
  );
}
