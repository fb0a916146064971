import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { BLOG_POSTS } from "~/content/blog-posts";
import { formatDate } from "~/domain/time/harare";
import { Kept } from "~/ui/kept";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/site/page-head";

export const meta: MetaFunction = () => [{ title: `Blog – ${brand.name}` }];

const NEWEST_FIRST = [...BLOG_POSTS].sort((a, b) => b.date.localeCompare(a.date));

export default function Blog() {
  return (
    <Kept name="blog">
      <PageHead title="Blog" lead="Water, pipes and power cuts: what helps in a Zimbabwean home." />
      <ul className="page grid gap-4 py-10 sm:grid-cols-2">
        {NEWEST_FIRST.map((post) => (
          <li key={post.id} className="card relative grid content-start gap-2 p-5 hover:border-brand-600">
            <p className="text-sm text-ink-3">
              {formatDate(post.date)} · {post.minutes} min
            </p>
            <h2>
              <Link to={`/blog/${post.id}`} className="text-ink no-underline after:absolute after:inset-0 after:rounded-card">
                {post.title}
              </Link>
            </h2>
            <p className="text-ink-2">{post.excerpt}</p>
          </li>
        ))}
      </ul>
    </Kept>
  );
}
