import { findPaper, logPaperView } from "~/domain/vetting/papers.server";
import { requireUser, roleLoader } from "~/http/guards";
import { notFound } from "~/http/not-found";
import { param } from "~/http/params";

/** The photo of a plumber's paper (D21), for admins alone: each view is logged before anything is shown, and nothing caches it. */
export const loader = roleLoader("admin", async (args): Promise<Response> => {
  const { context, params } = args;
  const [, id] = /^([a-z0-9]{24})\.webp$/.exec(param(params, "file")) ?? [];
  if (!id) throw notFound();
  const [admin, paper] = await Promise.all([requireUser(args), findPaper(context.db, id)]);
  const key = paper && (await logPaperView(context, admin, paper));
  const object = key && (await context.privatePhotos.open(key, 1280));
  if (!object) throw notFound();
  return new Response(object.body, {
    headers: {
      "Content-Type": "image/webp",
      "Content-Length": String(object.size),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
});
