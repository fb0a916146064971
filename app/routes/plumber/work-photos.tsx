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
import { Icon, Link, Notice, TallLink, useLastActionData } from "~/ui/shell/elements";
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
  const first = released[0]?.id;
  return (
    <div className="grid max-w-3xl gap-6">
      <div className="grid gap-2">
        <h1>Work photos</h1>
        <p className="text-ink-2">
          Tap up to {WORK_PHOTOS_SHOWN} photos of finished work for <Link to={page}>your page</Link>. Each stands beside
          the first from before the job, with the suburb, the date and the price, once the client agrees. We ask them
          when you choose the first. Make sure no face, number plate or house number is visible.
        </p>
      </div>
      {message && <Notice kind="danger">{message}</Notice>}
      <Photos title="Shown in public" photos={released.filter(({ isShared }) => isShared)} first={first} />
      <Photos
        title="Waiting for the client to agree"
        photos={released.filter(({ isShared }) => !isShared)}
        first={first}
      />
      <Photos title="Finished work" photos={others} />
      {others.length === 0 && <p className="text-ink-2">No more photos. Add some after a job, on the job's page.</p>}
    </div>
  );
}

interface Props {
  title: string;
  photos: OwnWorkPhoto[];
  /** Of the released ones, the id of the first; absent: these aren't released. */
  first?: string | undefined;
}

/** Photos side by side: one press on a photo shows it or takes it down. */
function Photos({ title, photos, first }: Props) {
  const isReleased = first !== undefined;
  return (
    photos.length > 0 && (
      <section className="grid gap-3">
        <h2>{title}</h2>
        <Form method="post">
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4 lg:grid-cols-7">
            {photos.map(({ id, bookingId, serviceType, startsAt }) => {
              const day = formatDate(dateAt(startsAt), "label");
              const name = `${serviceType ?? DEFAULT_SERVICE}, ${day}`;
              return (
                <li key={id} className="text-sm">
                  <button
                    name="intent"
                    value={`${isReleased ? "withdraw" : "release"}:${id}`}
                    className="photo relative w-full"
                  >
                    <img
                      src={privatePhotoUrl(id, 320)}
                      alt={`${isReleased ? "Take down" : "Show in public"}: ${name}`}
                      width={104}
                      height={104}
                      loading="lazy"
                      className="aspect-square size-full"
                    />
                    <span className="absolute right-2 bottom-3 size-6 rounded-full border-2 border-field-line bg-surface">
                      {isReleased && <Icon name="check" className="block text-success" />}
                    </span>
                  </button>
                  <TallLink to={`/plumber-dashboard/jobs/${bookingId}`} label={day} />
                  {isReleased && id !== first && (
                    <button name="intent" value={`release:${id}`} className="button-link block">
                      Put first<span className="sr-only">: {name}</span>
                    </button>
                  )}
                </li>
              );
            })}
          </ul>
        </Form>
      </section>
    )
  );
}
