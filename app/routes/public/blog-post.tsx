import { data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BLOG_POSTS } from "~/content/blog-posts";
import { directoryPath } from "~/domain/plumbers/directory-query";
import { pricedAs, PRICED_SERVICES } from "~/domain/prices/usual-price";
import { findAreaPrices } from "~/domain/prices/usual-prices.server";
import { problemName } from "~/domain/search/problem";
import { formatDate } from "~/domain/time/harare";
import { orWithout } from "~/http/page-parts";
import { param } from "~/http/responses";
import illustration from "~/ui/illustrations/blog.svg?url";
import { ButtonLink, EmptyState, TextLink } from "~/ui/shell/elements";
import { Blocks, keptPage, StaticFragment } from "~/ui/shell/public-page";
import { ServicePrices } from "~/ui/prices/service-prices";
import { Illustration, POST_ILLUSTRATIONS } from "~/ui/illustrations/illustration";
import { postStructuredData, trailStructuredData } from "~/ui/site/structured-data";

export const { handle, meta } = keptPage<typeof loader>(({ post }) => {
  if (!post) return { title: "Blog post not found", description: "There is no post at this address." };
  return {
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
  };
});

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
        <TextLink to="/blog" icon="arrow-left" label="All posts" />
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
              Find a plumber{problem && ` for ${problemName(problem)}`}
            </ButtonLink>
          </p>
        </>
      ) : (
        <EmptyState isPage illustration={illustration} text="Blog post not found">
          {BLOG_POSTS.slice(-3).map(({ id, title }) => (
            <TextLink key={id} to={`/blog/${id}`} label={title} />
          ))}
        </EmptyState>
      )}
    </article>
  );
}
