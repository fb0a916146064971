import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { findOwnAccount } from "~/domain/accounts/profile.server";
import { listJobsBetween } from "~/domain/bookings/queries/job-lists.server";
import { addDays, dateAt, instantOf, mondayOf } from "~/domain/time/harare";
import { isOpen } from "~/domain/bookings/booking";
import { fullName, publicName } from "~/domain/values/user";
import { plumberLoader } from "~/http/guards";
import { ShareOnWhatsApp } from "~/ui/elements/share-on-whatsapp";
import { Notice } from "~/ui/shell/elements";
import { OwnCard } from "~/ui/plumbers/own-card";
import { plumberPage } from "~/ui/shell/dashboard-page";

export const { meta, ErrorBoundary, shouldRevalidate } = plumberPage("Your card", "card");

/** A plumber's card with this week's jobs (D13), shown beside every page of wide screens, and their public page. */
export const loader = plumberLoader(async ({ context: { db, now, origin }, viewer }) => {
  const monday = mondayOf(dateAt(now));
  const [account, week] = await Promise.all([
    findOwnAccount(db, viewer.id),
    listJobsBetween(db, viewer.id, instantOf(monday, 0), instantOf(addDays(monday, 7), 0)),
  ]);
  if (!account?.trade) return null;
  const { firstName, lastName, photoKey, email, phone, trade } = account;
  const { city, speciality, experience } = trade;
  const jobs = week.map(({ id, startsAt, status, client }) => ({
    id,
    startsAt,
    isOver: !isOpen(status),
    client: publicName(client),
  }));
  return {
    page: trade.listed ? `${origin}/appointment/${viewer.id}` : null,
    card: { firstName, lastName, photoKey, email, phone, city, speciality, experience, week: jobs },
  };
});

/** Without a line or D1 the card beside a page is missing, and the page stays: an error would take its place. */
export const clientLoader = ({ serverLoader }: ClientLoaderFunctionArgs) =>
  serverLoader<typeof loader>().catch(() => null);

export default function OwnCardPage() {
  const data = useLoaderData<typeof clientLoader>();
  if (!data) return <ErrorBoundary />;
  const { card, page } = data;
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Your card</h1>
      {page ? (
        <section className="card grid gap-3 p-5" aria-labelledby="own-page">
          <div>
            <h2 id="own-page">Share your page</h2>
            <p className="wrap-anywhere text-ink-2">{page}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            <ShareOnWhatsApp text={`${fullName(card)}, plumber. Book me here: ${page}`} />
            <a href={page} className="button-link">
              See your page
            </a>
          </div>
        </section>
      ) : (
        <Notice kind="info">Your page is public once our office has approved you.</Notice>
      )}
      <OwnCard card={card} />
    </div>
  );
}
