import { useLoaderData } from "@remix-run/react";
import { findReleasablePhoto, releasePhoto, withdrawPhoto } from "~/domain/bookings/commands/work-photos.server";
import { listOwnWorkPhotos } from "~/domain/bookings/queries/work-photos.server";
import { parseForm } from "~/http/forms";
import { plumberAction, plumberLoader } from "~/http/guards";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { OwnWorkPhotos } from "~/ui/photos/own-work-photos";
import * as z from "zod";

const PAGE = "/plumber-dashboard/work-photos";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Work photos", "photos");

/** A plumber's photos of finished work: which ones everyone sees, and in which order (P7). */
export const loader = plumberLoader(async ({ context, viewer }) => ({
  ...(await listOwnWorkPhotos(context.db, viewer.id)),
  page: `/appointment/${viewer.id}`,
}));

export const action = plumberAction(
  "Failed to change the photos",
  async ({ context, viewer, user, form, button, goTo }) => {
    const { verb, of } = button(["release", "withdraw"]);
    if (verb === "withdraw") {
      await withdrawPhoto(context, await user, of);
      return goTo(PAGE);
    }
    const [plumber, photo] = await Promise.all([user, findReleasablePhoto(context.db, viewer.id, of)]);
    const result = await releasePhoto(context, plumber, photo);
    return result.ok ? goTo(PAGE) : parseForm(form, z.object({})).refused(result);
  },
);

export default function WorkPhotosPage() {
  const message = useLastActionData<{ message?: string }>()?.message ?? null;
  return <OwnWorkPhotos {...useLoaderData<typeof loader>()} message={message} />;
}
