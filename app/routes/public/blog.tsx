import { BLOG_POSTS } from "~/content/blog-posts";
import { formatDate } from "~/domain/time/harare";
import { keptPage, PageHead, StaticFragment } from "~/ui/shell/public-page";
import { Link } from "~/ui/shell/elements";
import { Illustration, POST_ILLUSTRATIONS } from "~/ui/illustrations/illustration";

const LEAD = "Water, pipes and power cuts: what helps in a Zimbabwean home.";

export const { handle, meta } = keptPage({ title: "Blog", description: LEAD });

const NEWEST_FIRST = [...BLOG_POSTS].sort((a, b) => b.date.localeCompare(a.date));

export default function Blog() {
  return (
    <StaticFragment name="blog">
      <PageHead title="Blog" lead={LEAD} />
      <ul className="page grid gap-4 py-8 sm:grid-cols-2">
        {NEWEST_FIRST.map((post) => (
          <li key={post.id} className="card relative grid content-start gap-2 p-5 hover:border-brand-600">
            <Illustration
              svg={POST_ILLUSTRATIONS[post.picture.illustration]}
              alt={post.picture.alt}
              className="post-picture"
            />
            <p className="text-sm text-ink-3">
              {formatDate(post.date)} · {post.minutes} min
            </p>
            <h2>
              <Link
                to={`/blog/${post.id}`}
                className="text-ink no-underline after:absolute after:inset-0 after:rounded-card"
              >
                {post.title}
              </Link>
            </h2>
            <p className="text-ink-2">{post.excerpt}</p>
          </li>
        ))}
      </ul>
    </StaticFragment>
  );
}
