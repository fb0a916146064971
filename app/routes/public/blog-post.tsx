import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BLOG_POSTS } from "~/content/blog-posts";
import { directoryPath } from "~/domain/plumbers/directory-query";
import { pricedAs, PRICED_SERVICES } from "~/domain/prices/usual-price";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { nameOf } from "~/domain/search/problem";
import { formatDate } from "~/domain/time/harare";
import type { PageHandle } from "~/http/page-handle";
import { orWithout } from "~/http/page-parts";
import { param } from "~/http/request";
import illustration from "~/ui/illustrations/blog.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Icon } from "~/ui/elements/icon";
import { StaticFragment, Blocks } from "~/ui/shell/page-head";
import { ServicePrices } from "~/ui/prices/service-prices";
import { ButtonLink, TextLink } from "~/ui/shell/link";
import { Illustration, POST_ILLUSTRATIONS } from "~/ui/illustrations/illustration";
import { postStructuredData, trailStructuredData } from "~/ui/site/structured-data";
import { describePage } from "~/ui/shell/page-meta";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = (page) => {
  if (!page.data?.post)
    return describePage(page, { title: "Blog post not found", description: "There is no post at this address." });
  const { post } = page.data;
  return describePage(page, {
    title: post.title,
    description: post.excerpt,
    type: "article",
    picture: `/posts/${post.id}.png`,
    data: (origin) => [
      postStructuredData(origin, post),
      trailStructuredData(origin, [
        ["Blog", "/blog"],
        [post.title, `/blog/${post.id}`],
      ]),
    ],
  });
};

export async function loader({ params, context }: LoaderFunctionArgs) {
  const post = BLOG_POSTS.find(({ id }) => String(id) === param(params, "id")) ?? null;
  const prices = post && (await orWithout(context, "prices", findAreaPrices(context.db, null), null));
  return data({ post, prices }, { status: post ? 200 : 404 });
}

export default function BlogPostPage() {
  const { post, prices } = useLoaderData<typeof loader>();
  const problem = post?.problem ?? null;
  const service = problem && pricedAs(problem);
  return (
    <article className="page-text grid gap-5 py-8">
      <p>
        <TextLink to="/blog">
          <Icon name="arrow-left" /> All posts
        </TextLink>
      </p>
      {post ? (
        <>
          <h1>{post.title}</h1>
          <p className="text-ink-3">
            {formatDate(post.date)} · {post.minutes} min
          </p>
          <StaticFragment name={`blog post ${post.id}`}>
            <div className="grid gap-5">
              <Illustration
                svg={POST_ILLUSTRATIONS[post.picture.illustration]}
                alt={post.picture.alt}
                className="post-picture"
              />
              <Blocks blocks={post.body} />
            </div>
          </StaticFragment>
          <ServicePrices services={service ? [service] : PRICED_SERVICES} prices={prices} />
          <p>
            <ButtonLink to={directoryPath({ city: null, speciality: null, problem, sort: "rank" })}>
              Find a plumber{problem && ` for ${nameOf(problem)}`}
            </ButtonLink>
          </p>
        </>
      ) : (
        <EmptyState isPage illustration={illustration} text="Blog post not found" />
      )}
    </article>
  );
}
