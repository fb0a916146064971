import type { ReactNode } from "react";
import { Icon, Notice, QuietLink } from "../shell/elements";
import type { IconName } from "../elements/icon-names";
import type { WaitingRequest } from "~/domain/bookings/booking-views";
import { MiniTicket } from "./waiting";
import logo from "../illustrations/logo.svg?url";

/** The first words of sign-in and sign-up, by the `reason` in their address. */
export const SIGN_IN_NOTICES: Record<string, { kind: "success" | "info"; text: string; alert?: boolean }> = {
  registered: { kind: "success", text: "Registration successful! Please check your email to verify your account." },
  verified: { kind: "success", text: "Your email is verified. You can sign in now." },
  reset: { kind: "success", text: "Your password is changed. Please sign in with the new one." },
  area: { kind: "info", text: "You must be logged in.", alert: true },
  kept: { kind: "info", text: "Your session has ended. Sign in again: we've kept what you wrote.", alert: true },
  book: { kind: "info", text: "You must be logged in to book.", alert: true },
  ask: { kind: "info", text: "Create an account or sign in to send your question. We've kept it.", alert: true },
  review: { kind: "info", text: "You must be logged in to leave a review.", alert: true },
  erased: { kind: "success", text: "Your account is deleted." },
  signedOut: { kind: "success", text: "You are signed out." },
};

interface Props extends Record<"title" | "welcome", string> {
  other: { to: string; label: string; text: string };
  notice: (typeof SIGN_IN_NOTICES)[string] | null;
  intro?: ReactNode;
  /** A request waits for the account. */
  hasRequest: boolean;
  /** The request; null: its plumber or its time isn't known, or no longer good. */
  draft: WaitingRequest | null;
  children: ReactNode;
}

/** Sign-up and sign-in: a panel beside the form, hidden under 800 px (W3). */
export function SplitPage({ title, welcome, other, notice, intro, hasRequest, draft, children }: Props) {
  const isCaption = draft !== null && notice?.kind === "info";
  return (
    <div className="account-page panel:mx-auto panel:max-w-[1168px] panel:px-6 panel:py-8">
      <div className="panel:bg-surface panel:rounded-card panel:border panel:border-line panel:grid panel:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] panel:overflow-hidden">
        <aside className="hidden content-start justify-items-center gap-5 bg-brand-50 p-5 py-8 text-center panel:grid">
          <img src={logo} alt="" width={72} height={72} className="rounded-card bg-white p-2" />
          <p className="text-h1 leading-tight font-bold">{welcome}</p>
          <ul className="grid gap-3 py-2 text-left">
            {REASONS.map(([icon, reason]) => (
              <li key={icon} className="flex gap-3 leading-snug">
                <Icon name={icon} className="mt-1 text-brand-600" /> {reason}
              </li>
            ))}
          </ul>
          <p className="text-ink-2">{other.text}</p>
          <QuietLink to={other.to}>{other.label}</QuietLink>
        </aside>
        <div className="mx-auto grid w-full max-w-[544px] gap-6 px-4 py-8 sm:p-8">
          <h1>{title}</h1>
          {notice && !isCaption && (
            <Notice kind={notice.kind} alert={notice.alert}>
              {notice.text}
            </Notice>
          )}
          {draft ? (
            <MiniTicket request={draft}>
              {isCaption && <span role="alert">{notice.text}</span>} We've kept your request.
              {intro}
            </MiniTicket>
          ) : (
            <>
              {hasRequest && <p>We've kept your request. Once you're signed in, you can check it and send it.</p>}
              {intro}
            </>
          )}
          {children}
        </div>
      </div>
    </div>
  );
}

const REASONS: readonly (readonly [IconName, string])[] = [
  ["clock", "See fees and open slots first"],
  ["star", "Only clients with a finished job can review"],
  ["briefcase", "For plumbers: local jobs, your hours"],
];
