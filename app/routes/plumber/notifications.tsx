import { useLoaderData } from "@remix-run/react";
import { serviceAndTime } from "~/domain/bookings/booking-words";
import { listUnseenJobs } from "~/domain/bookings/queries/job-lists.server";
import { markBookingSeen } from "~/domain/bookings/commands/job-updates.server";
import { findOwnProfile } from "~/domain/plumbers/plumber-profiles.server";
import { plumberAction, plumberLoader } from "~/http/guards";
import { findPushOffer } from "~/http/push-offer.server";
import { plumberPage } from "~/ui/shell/dashboard-page";
import { BookingCard, CARD_BUTTON } from "~/ui/bookings/booking-card";
import noNotifications from "~/ui/illustrations/no-notifications.svg?url";
import { EmptyState, SubmitButton } from "~/ui/shell/elements";
import { PushOffer } from "~/ui/notices/push-offer";
import { SharePage } from "~/ui/plumbers/share-page";
import { Form } from "~/ui/forms/owned-form";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Unseen Bookings", "jobs", "notifications");

/** Marking them as seen brings the next ones. */
const UNSEEN_AT_ONCE = 15;

export const loader = plumberLoader(async ({ context, request, viewer }) => {
  const [bookings, profile, offer] = await Promise.all([
    listUnseenJobs(context.db, viewer.id, UNSEEN_AT_ONCE, context.now),
    findOwnProfile(context.db, viewer.id),
    findPushOffer(context, request),
  ]);
  return {
    bookings,
    isNew: profile?.jobsTotal === 0,
    pushKey: profile?.listed ? offer : null,
    now: context.now,
  };
});

export const action = plumberAction("Failed to mark the booking as seen", async (args) => {
  const { context, form, user, refused, goTo } = args;
  const result = await markBookingSeen(context, await user, String(form.get("booking") ?? ""));
  return result.ok ? goTo("/plumber-dashboard/notifications") : refused(result);
});

export default function Notifications() {
  const { bookings, isNew, pushKey, now } = useLoaderData<typeof loader>();
  return (
    <>
      <h1 id="unseen" className="mb-4">
        Unseen Bookings
      </h1>
      {bookings.length === 0 ? (
        <EmptyState illustration={noNotifications} text="No new bookings.">
          {isNew && <SharePage />}
        </EmptyState>
      ) : (
        <ul aria-labelledby="unseen" className="grid gap-2 md:grid-cols-2">
          {bookings.map((booking, at) => (
            <BookingCard key={booking.id} booking={booking} side="plumber" isPrimary={at === 0} now={now}>
              <Form method="post">
                <SubmitButton
                  name="booking"
                  value={booking.id}
                  busy="Saving..."
                  className={`button-quiet border-transparent ${CARD_BUTTON}`}
                >
                  Mark as Seen<span className="sr-only"> {serviceAndTime(booking, now)}</span>
                </SubmitButton>
              </Form>
            </BookingCard>
          ))}
        </ul>
      )}
      {pushKey && (
        <div className="mt-6">
          <PushOffer publicKey={pushKey} dashboard="/plumber-dashboard">
            Get a notification on this device as soon as a request comes in.
          </PushOffer>
        </div>
      )}
    </>
  );
}
