import { findPaper, logPaperView } from "~/domain/vetting/papers.server";
import { adminLoader, requireUser } from "~/http/guards";
import { imageResponse } from "~/http/responses";

/** The photo of a plumber's paper (D21), for admins alone: each view is logged before anything is shown, and nothing caches it. */
export const loader = adminLoader(async (args): Promise<Response | null> => {
  const { context, param } = args;
  const [, id] = /^([a-z0-9]{24})\.webp$/.exec(param("file")) ?? [];
  if (!id) return null;
  const [admin, paper] = await Promise.all([requireUser(args), findPaper(context.db, id)]);
  const key = paper && (await logPaperView(context, admin, paper));
  const object = key && (await context.privatePhotos.open(key, 1280));
  return object ? imageResponse(object, { "Cache-Control": "no-store" }) : null;
});
