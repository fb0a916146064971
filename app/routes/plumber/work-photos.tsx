import { useLoaderData } from "@remix-run/react";
import { findReleasablePhoto, releasePhoto, withdrawPhoto } from "~/domain/bookings/commands/work-photos.server";
import { listOwnWorkPhotos } from "~/domain/bookings/queries/work-photos.server";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { requireButton } from "~/http/pressed-button";
import { redirectTo } from "~/http/redirects";
import { dashboardPage } from "~/ui/shell/dashboard-page";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { OwnWorkPhotos } from "~/ui/photos/own-work-photos";
import * as z from "zod";

const PAGE = "/plumber-dashboard/work-photos";

export const { meta, ErrorBoundary } = dashboardPage({
  title: "Work photos",
  failed: "Failed to fetch photos",
  home: "/plumber-dashboard",
});

/** A plumber's photos of finished work: which ones everyone sees, and in which order (P7). */
export const loader = roleLoader("plumber", async ({ context, viewer }) => ({
  ...(await listOwnWorkPhotos(context.db, viewer.id)),
  page: `/appointment/${viewer.id}`,
}));

export const action = roleAction(
  "plumber",
  async ({ context, viewer, user, form }) => {
    const { verb, of } = requireButton(form, ["release", "withdraw"]);
    if (verb === "withdraw") {
      await withdrawPhoto(context, await user, of);
      return redirectTo(PAGE);
    }
    const [plumber, photo] = await Promise.all([user, findReleasablePhoto(context.db, viewer.id, of)]);
    const result = await releasePhoto(context, plumber, photo);
    return result.ok ? redirectTo(PAGE) : parseForm(form, z.object({})).refused(result);
  },
  "Failed to change the photos",
);

export default function WorkPhotosPage() {
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return <OwnWorkPhotos {...useLoaderData<typeof loader>()} message={message} />;
}
