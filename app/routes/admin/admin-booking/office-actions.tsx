import type { ReactNode } from "react";
import type { NextStep, StepAction } from "~/domain/bookings/next-step/step-facts";
import type { BookingView } from "~/domain/bookings/booking-views";
import { isToCome } from "~/domain/bookings/booking";
import { availableTransitions, isUndecided } from "~/domain/bookings/booking-machine";
import type { OpenDispute } from "~/domain/bookings/dispute";
import { canCorrect } from "~/domain/bookings/correction";
import type { Instant } from "~/domain/time/harare";
import { formatMoney } from "~/domain/values/money";
import { telephoneLink } from "~/domain/values/phone";
import { MenuLink, TicketMenu } from "~/ui/bookings/ticket-menu";
import { TRANSITION_LABELS } from "~/ui/bookings/transition-labels";
import { ButtonLink, Icon, Link, PressForm } from "~/ui/shell/elements";
import { DECIDE_PAYMENT, decisionTitle } from "~/ui/money/money-labels";
import { withKey } from "~/ui/admin/shortcuts";

interface Props {
  booking: BookingView;
  step: NextStep;
  conversationId: string | null;
  now: Instant;
  answers: ReactNode;
  disputes: readonly OpenDispute[];
  /** The refunds that the office has to send. */
  refunds: { id: string; amount: number }[];
  /** When the plumber was reminded within the last half hour; null: not. */
  remindedAt: Instant | null;
}

export function OfficeActions({ booking, step, answers, disputes, refunds, conversationId, remindedAt, now }: Props) {
  const toResolve = disputes.filter(({ canResolve }) => canResolve);
  const isToDecide = toResolve.length > 0 || step.primary === "decide";
  // Both are called about every dispute.
  const beside: StepAction[] =
    isToDecide || step.primary === null ? ["call-client", "call-plumber"] : step.beside ? [step.beside] : [];
  const isOfDenial = step.primary === "decide" && booking.frozenAt === null && toResolve.length === disputes.length;
  // As the row of Dispatch, which offers another plumber while this one was just reminded.
  const asked = step.primary === "remind" && remindedAt !== null ? "find-plumber" : step.primary;
  const primary = isOfDenial || beside.some((call) => call === asked) ? null : asked;
  const page = `/admin-dashboard/bookings/${booking.id}`;
  const canPlan = isToCome(booking.status) && !isUndecided(booking);
  const isShown = (action: StepAction) => action === primary || beside.includes(action);
  return (
    <div className="step-row relative flex flex-wrap gap-3">
      {toResolve.map(({ id }) => (
        <Link
          key={id}
          to={`${page}/money/resolve-dispute?dispute=${id}`}
          className={`button ${answers ? "button-quiet" : ""}`}
          {...withKey("m")}
        >
          {DECIDE_PAYMENT}
        </Link>
      ))}
      {answers ??
        (primary && (
          <OfficeStep action={primary} booking={booking} className={toResolve.length > 0 ? "button-quiet" : ""} />
        ))}
      {refunds.map(({ id, amount }, at) => (
        <ButtonLink
          key={id}
          to={`/admin-dashboard/refunds/${id}`}
          className={primary || isToDecide || at > 0 ? "button-quiet" : ""}
          label={`Note that ${formatMoney(amount)} was sent`}
        />
      ))}
      {beside.map((action) => (
        <OfficeStep key={action} action={action} booking={booking} className="button-quiet" />
      ))}
      <TicketMenu>
        {canPlan && !isShown("find-plumber") && (
          <MenuLink to={dispatchPage(booking)} icon="users" label={assignLabel(booking)} shortcut={withKey("a")} />
        )}
        {canPlan && !isShown("answer-time") && (
          <MenuLink to={`${page}/reschedule`} icon="clock" label="Change the time" shortcut={withKey("t")} dialog />
        )}
        {canCorrect(booking, "admin", now) && (
          <MenuLink to={`${page}/correct`} icon="notebook-pen" label="Correct" dialog />
        )}
        {conversationId && (
          <MenuLink
            to={`/admin-dashboard/conversations/${conversationId}`}
            icon="message-circle"
            label="Conversation"
          />
        )}
        {availableTransitions(booking, "admin", now).map((transition) => (
          <MenuLink
            key={transition}
            to={`${page}/${transition}`}
            icon={transition === "cancel" ? "circle-x" : "check"}
            label={TRANSITION_LABELS[transition].button}
            shortcut={transition === "cancel" ? withKey("d") : undefined}
            dialog
          />
        ))}
      </TicketMenu>
    </div>
  );
}

const dispatchPage = ({ id }: BookingView) => `/admin-dashboard/dispatch/${id}`;
const assignLabel = ({ plumber }: BookingView) => (plumber ? "Reassign" : "Assign");

function OfficeStep({ action, booking, className }: { action: StepAction; booking: BookingView; className: string }) {
  const page = `/admin-dashboard/bookings/${booking.id}`;
  const shared = { className: `button wrap-anywhere ${className}` };
  if (action === "call-client" || action === "call-plumber") {
    const side = action === "call-client" ? booking.client : booking.plumber;
    if (!side) return null;
    return side.phone ? (
      <a href={telephoneLink(side.phone)} {...shared}>
        <Icon name="phone" /> Call {side.firstName}
      </a>
    ) : (
      <Link to={`/admin-dashboard/messages/${side.id}`} {...shared}>
        <Icon name="message-circle" /> Message {side.firstName}
      </Link>
    );
  }
  if (action === "remind")
    return (
      <PressForm
        value="remindPlumber"
        busy="Reminding..."
        label={`Remind ${booking.plumber?.firstName}`}
        className={className}
      />
    );
  const steps: Partial<Record<StepAction, { to: string; label: string; key: string }>> = {
    "find-plumber": { to: dispatchPage(booking), label: assignLabel(booking), key: "a" },
    decide: { to: `${page}/money/decide`, label: decisionTitle(booking), key: "m" },
    "check-payment": {
      to: `/admin-dashboard/payments/online?q=${booking.reference}`,
      label: "Check the payment",
      key: "m",
    },
    "answer-time": { to: `${page}/reschedule`, label: "Answer the new time", key: "t" },
  };
  const step = steps[action];
  if (!step) return null;
  const { to, label, key } = step;
  return (
    <Link to={to} {...shared} preventScrollReset={action === "answer-time"} {...withKey(key)}>
      {label}
    </Link>
  );
}
