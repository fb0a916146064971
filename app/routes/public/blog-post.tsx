import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { BLOG_POSTS } from "~/content/blog-posts";
import { formatDate } from "~/domain/time/harare";
import type { PageHandle } from "~/http/page-handle";
import { param } from "~/http/params";
import illustration from "~/ui/illustrations/blog.svg?url";
import { EmptyState } from "~/ui/elements/empty-state";
import { Icon } from "~/ui/elements/icon";
import { StaticFragment } from "~/ui/elements/static-fragment";
import { Link } from "~/ui/shell/link";
import { Blocks } from "~/ui/site/blocks";
import { Illustration } from "~/ui/illustrations/illustration";
import { POST_ILLUSTRATIONS } from "~/ui/illustrations/post-illustrations";
import { postStructuredData } from "~/ui/site/structured-data";
import { describePage } from "~/ui/shell/page-meta";

export const handle: PageHandle = { cache: { query: [] } };

export const meta: MetaFunction<typeof loader> = (page) => {
  if (!page.data?.post)
    return describePage(page, { title: "Blog post not found", description: "There is no post at this address." });
  const { post, origin } = page.data;
  return [
    ...describePage(page, {
      title: post.title,
      description: post.excerpt,
      type: "article",
      picture: `/posts/${post.id}.png`,
    }),
    postStructuredData(origin, post),
  ];
};

export function loader({ params, context }: LoaderFunctionArgs) {
  const post = BLOG_POSTS.find(({ id }) => String(id) === param(params, "id")) ?? null;
  return data({ post, origin: context.origin }, { status: post ? 200 : 404 });
}

export default function BlogPostPage() {
  const { post } = useLoaderData<typeof loader>();
  return (
    <article className="page-text grid gap-5 py-8">
      <p>
        <Link to="/blog" className="button-link">
          <Icon name="arrow-left" /> All posts
        </Link>
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
          <p className="pt-4">
            <Link to="/plumbers" className="button">
              Find a plumber
            </Link>
          </p>
        </>
      ) : (
        <EmptyState isPage illustration={illustration} text="Blog post not found" />
      )}
    </article>
  );
}
