import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { BLOG_POSTS } from "~/content/blog-posts";
import { formatDate } from "~/domain/time/harare";
import drawing from "~/ui/drawings/blog.svg?url";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { Kept } from "~/ui/kept";
import { Link } from "~/ui/link";
import { postForMachines } from "~/ui/site/for-machines";
import { Blocks } from "~/ui/site/blocks";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [
  { title: `${page?.post?.title ?? "Blog post not found"} – ${brand.name}` },
  ...(page?.post ? [{ name: "description", content: page.post.excerpt }, postForMachines(page.post)] : []),
];

export function loader({ params }: LoaderFunctionArgs) {
  const post = BLOG_POSTS.find(({ id }) => String(id) === params["id"]) ?? null;
  return data({ post }, { status: post ? 200 : 404 });
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
          <Kept name={`blog post ${post.id}`}>
            <div className="grid gap-5">
              <Blocks blocks={post.body} />
            </div>
          </Kept>
          <p className="pt-4">
            <Link to="/plumbers" className="button">
              Find a plumber
            </Link>
          </p>
        </>
      ) : (
        <EmptyState isPage drawing={drawing} text="Blog post not found" />
      )}
    </article>
  );
}
