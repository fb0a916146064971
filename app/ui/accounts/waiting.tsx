import type { ReactNode } from "react";
import type { WaitingRequest } from "~/domain/bookings/booking-views";
import { formatDate, dateAt, timeAt } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { fullName } from "~/domain/values/user";
import { PlainForm } from "../forms/owned-form";
import { ButtonLink, TextLink } from "../shell/elements";
import { Avatar } from "./avatar";

interface RequestProps {
  request: WaitingRequest;
  /** Why it waits. */
  children?: ReactNode;
}

/** The request that waits for an account, as a small ticket (B28). */
export const MiniTicket = ({ request, children }: RequestProps) => (
  <div className="grid gap-3 rounded-card border border-line bg-surface p-4">
    <p className="flex items-center gap-3">
      <Avatar photoKey={request.photoKey} size={40} eager />
      <span className="grid min-w-0 leading-snug">
        <b className="wrap-anywhere">{fullName(request)}</b>
        <span>
          {formatDate(dateAt(request.startsAt), "short")}, {timeAt(request.startsAt)}
        </span>
        <span className="text-ink-2">Visit fee {formatMoney(request.feeCents)}</span>
      </span>
    </p>
    {children && <div className="border-t border-line pt-3 text-ink-2">{children}</div>}
  </div>
);

const MAIL_PROGRAMS = [
  { domains: /@(gmail|googlemail)\.com$/i, name: "Gmail", url: "https://mail.google.com/" },
  { domains: /@yahoo\.[a-z.]+$/i, name: "Yahoo Mail", url: "https://mail.yahoo.com/" },
  { domains: /@(outlook|hotmail|live)\.[a-z.]+$/i, name: "Outlook", url: "https://outlook.live.com/mail/" },
];

interface EmailProps {
  email: string;
  /** The page that changes it or sends to it again. */
  change: string;
}

/** Where the verification email went, and what to do if it doesn't come (A15). Says the same for a taken email (A7). */
export function WaitingEmail({ email, change }: EmailProps) {
  const program = MAIL_PROGRAMS.find(({ domains }) => domains.test(email));
  return (
    <div className="grid gap-4">
      <p className="wrap-anywhere">
        We've sent an email to <b>{email}</b>. Open the link in it.
      </p>
      {program && (
        <ButtonLink to={program.url} className="w-full">
          Open {program.name}
        </ButtonLink>
      )}
      <div className="flex flex-wrap justify-between gap-x-4">
        <PlainForm action={change}>
          <button className="button-link" name="intent" value="again">
            Send it again
          </button>
        </PlainForm>
        <TextLink to={change}>Wrong address? Change it</TextLink>
      </div>
    </div>
  );
}
