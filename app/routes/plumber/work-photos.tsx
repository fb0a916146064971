import { useLoaderData } from "@remix-run/react";
import { DEFAULT_SERVICE } from "~/domain/bookings/booking";
import {
  findReleasablePhoto,
  releasePhoto,
  withdrawPhoto,
  listOwnWorkPhotos,
  type OwnWorkPhoto,
} from "~/domain/bookings/commands/work-photos.server";
import { privatePhotoUrl, WORK_PHOTOS_SHOWN } from "~/domain/photos/photo";
import { dateAt, formatDate } from "~/domain/time/harare";
import { plumberAction, plumberLoader } from "~/http/guards";
import { Link, Notice, useLastActionData } from "~/ui/shell/elements";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";

const PAGE = "/plumber-dashboard/work-photos";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Work photos", "photos");

export const loader = plumberLoader(async ({ context, viewer }) => ({
  ...(await listOwnWorkPhotos(context.db, viewer.id)),
  page: `/appointment/${viewer.id}`,
}));

export const action = plumberAction("Failed to change the photos", async (args) => {
  const { context, viewer, user, button, goTo, refused } = args;
  const { verb, of } = button(["release", "withdraw"]);
  if (verb === "withdraw") {
    await withdrawPhoto(context, await user, of);
    return goTo(PAGE);
  }
  const [plumber, photo] = await Promise.all([user, findReleasablePhoto(context.db, viewer.id, of)]);
  const result = await releasePhoto(context, plumber, photo);
  return result.ok ? goTo(PAGE) : refused(result);
});

export default function WorkPhotos() {
  const { released, others, page } = useLoaderData<typeof loader>();
  const message = useLastActionData<{ message?: string }>()?.message;
  return (
    <div className="grid max-w-3xl gap-8">
      <div className="grid gap-2">
        <h1>Work photos</h1>
        <p className="text-ink-2">
          Show up to {WORK_PHOTOS_SHOWN} photos of finished work on <Link to={page}>your page</Link>, each beside the
          first from before the job, with the suburb, the date and the price. They are shown once the client agrees. We
          ask them when you choose the first. Make sure no face, number plate or house number is visible.
        </p>
      </div>
      {message && <Notice kind="danger">{message}</Notice>}
      {released.length > 0 && (
        <section className="grid gap-3">
          <h2>Chosen for your page</h2>
          <ul className="grid gap-3 sm:grid-cols-2">
            {released.map((photo, index) => (
              <Photo key={photo.id} photo={photo}>
                <p className={`text-sm font-semibold ${photo.isShared ? "text-success" : "text-ink-2"}`}>
                  {photo.isShared ? "Shown in public" : "Waiting for the client to agree"}
                </p>
                <Form method="post" className="flex flex-wrap gap-4">
                  {index > 0 && <Verb verb="release" id={photo.id} label="Put first" />}
                  <Verb verb="withdraw" id={photo.id} label="Take down" />
                </Form>
              </Photo>
            ))}
          </ul>
        </section>
      )}
      <section className="grid gap-3">
        <h2>Finished work</h2>
        {others.length === 0 ? (
          <p className="text-ink-2">No more photos. Add some after a job, on the job's page.</p>
        ) : (
          <ul className="grid gap-3 sm:grid-cols-2">
            {others.map((photo) => (
              <Photo key={photo.id} photo={photo}>
                <Form method="post">
                  <Verb verb="release" id={photo.id} label="Show in public" />
                </Form>
              </Photo>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}

const Photo = ({ photo, children }: { photo: OwnWorkPhoto; children: React.ReactNode }) => {
  const name = `${photo.serviceType ?? DEFAULT_SERVICE}, ${formatDate(dateAt(photo.startsAt), "short")}`;
  return (
    <li className="card flex gap-4 p-4">
      <img
        src={privatePhotoUrl(photo.id, 320)}
        alt={name}
        width={96}
        height={96}
        loading="lazy"
        className="size-24 flex-none rounded-field object-cover"
      />
      <div className="grid content-start gap-1">
        <Link to={`/plumber-dashboard/jobs/${photo.bookingId}`}>{name}</Link>
        {children}
      </div>
    </li>
  );
};

const Verb = ({ verb, id, label }: { verb: "release" | "withdraw"; id: string; label: string }) => (
  <button name="intent" value={`${verb}:${id}`} className="button-link">
    {label}
  </button>
);
