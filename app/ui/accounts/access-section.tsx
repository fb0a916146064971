import type { Access } from "~/domain/accounts/access";
import { formatInstant } from "~/domain/time/harare";
import { SubmitButton } from "../forms/submit-button";
import { Link } from "../shell/link";

interface Props {
  access: Access;
  /** Whether sessions may be ended now (A24). */
  isOpen: boolean;
  settings: string;
}

const counted = (count: number, one: string) => (count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${one}s`]);

/** Everything that gives access to the account (A12): each session can be ended, and all of it in the settings. */
export function AccessSection({
  access: { sessions, tokens, webhooks, calendarLinks, answerLinks },
  isOpen,
  settings,
}: Props) {
  const others = [
    ...counted(tokens, "personal token"),
    ...counted(webhooks, "webhook"),
    ...counted(calendarLinks, "calendar link"),
    ...counted(answerLinks, "link that answers a request"),
  ];
  return (
    <section className="grid gap-3">
      <h2>Where you&apos;re signed in</h2>
      <ul className="grid gap-3">
        {sessions.map(({ id, device, createdAt, usedAt, isThis, getsPush }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
            <div className="min-w-0">
              <b>{isThis ? `${device ?? "A device"} (this one)` : (device ?? "A device")}</b>
              <p className="text-sm text-ink-2">
                {`Signed in ${formatInstant(createdAt)}, last used about ${formatInstant(usedAt)}.`}
                {getsPush ? " Gets push notifications." : ""}
              </p>
            </div>
            {isOpen && !isThis && (
              <form method="post">
                <SubmitButton name="intent" value={`endSession:${id}`} busy="Ending..." className="button-quiet">
                  Sign it out
                </SubmitButton>
              </form>
            )}
          </li>
        ))}
      </ul>
      {others.length > 0 && <p>{`These open your account too: ${others.join(", ")}.`}</p>}
      <Link to={settings} className="inline-flex min-h-11 items-center">
        Sign out everywhere
      </Link>
    </section>
  );
}
