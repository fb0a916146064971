import { formatInstant } from "~/domain/time/harare";
import type { Movable, UserSummary } from "~/domain/admin/people/office-users";
import { countOf } from "~/domain/values/numbers";
import { formatPhone } from "~/domain/values/phone";
import { fullName } from "~/domain/values/user";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { Notice } from "../elements/notice";
import { useFormReply } from "../forms/use-form-reply";
import { Link } from "../shell/link";
import { UserMarks } from "./user-marks";

interface Side {
  user: UserSummary & { addressLine1: string | null; addressLine2: string | null };
  movable: Movable;
}

interface Props {
  /** The one that goes, and the one that stays. */
  sides: Side[];
  canMerge: boolean;
}

/** Two accounts side by side, to merge them (O28). */
export function MergeAccounts({ sides, canMerge }: Props) {
  const merge = useFormReply("merge", STEP_UP_FIELDS);
  const [goes, stays] = sides;
  if (!goes || !stays) return null;
  const { bookings, open, notes, conversations } = goes.movable;
  return (
    <div className="grid gap-6">
      <h1>Merge two accounts</h1>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <SideCard title="Goes" side={goes} />
        <SideCard title="Stays" side={stays} />
      </div>
      {canMerge && stays.user.email === null && (
        <Link to={`/admin-dashboard/people/${stays.user.id}/merge/${goes.user.id}`} className="button-link">
          Keep the other account instead
        </Link>
      )}
      {canMerge && (
        <SteppedUpForm form="merge" title="What happens" reply={merge} button="Merge" busy="Merging..." isCareful>
          <ul className="grid list-disc gap-1 pl-5">
            <li>
              {countOf(bookings, "booking")} ({open} open), {countOf(notes, "note")} and{" "}
              {countOf(conversations, "conversation")} move to the account that stays.
            </li>
            <li>
              {stays.user.email === null
                ? "Reminders go where the account that stays has agreed to."
                : `${stays.user.email} can read these bookings and their address from then on.`}
            </li>
            <li>Receipts, the ledger and the log keep what they say. Search finds both names and phones.</li>
            <li>It can't be undone.</li>
          </ul>
        </SteppedUpForm>
      )}
      {!canMerge && (
        <Notice kind="info">
          These accounts can't be merged. Only a client's account without an email can be merged, into another client's,
          and only while nobody has written to it, and it has no review and no online payment.
        </Notice>
      )}
    </div>
  );
}

const SideCard = ({ title, side: { user, movable } }: { title: string; side: Side }) => (
  <section className="card grid gap-3 p-5">
    <p className="text-sm text-ink-2">{title}</p>
    <h2 className="wrap-anywhere">
      <Link to={`/admin-dashboard/people/${user.id}`} className="inline-flex min-h-11 items-center">
        {fullName(user)}
      </Link>
    </h2>
    <UserMarks user={user} />
    <dl className="facts">
      <dt>Phone</dt>
      <dd>{user.phone ? formatPhone(user.phone) : "N/A"}</dd>
      <dt>Email</dt>
      <dd className="wrap-anywhere">{user.email ?? "None: can't sign in"}</dd>
      <dt>Address</dt>
      <dd>{[user.addressLine1, user.addressLine2].filter(Boolean).join(", ") || "N/A"}</dd>
      <dt>Since</dt>
      <dd>{formatInstant(user.createdAt)}</dd>
      <dt>Bookings</dt>
      <dd>
        {movable.bookings} ({movable.open} open)
      </dd>
    </dl>
  </section>
);
