import { Outlet, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Contact, LastMessage } from "~/domain/messages/message";
import { dateAt, DAY, formatDate, type Instant, timeAt } from "~/domain/time/harare";
import { fullName } from "~/domain/values/user";
import { useFeedState } from "~/realtime/use-feed";
import { Avatar } from "../accounts/avatar";
import { Link, MoreLink } from "../shell/elements";

interface Props {
  title: string;
  admins: Contact[];
  contacts: Contact[];
  next: string | null;
  base: string;
  now: Instant;
  children?: ReactNode;
  nobody?: string;
  everybody?: { contacts: Contact[]; next: string | null } | null;
}

export function MessagesPage(props: Props) {
  const { title, admins, contacts, next, base, now, children, nobody = "No contacts yet.", everybody } = props;
  const chosen = useParams()["otherId"] !== undefined;
  const all = [...admins, ...contacts];
  return (
    <div className="grid gap-6 lg:grid-cols-[280px_minmax(0,1fr)]">
      <h1 className={`lg:col-span-2 ${chosen ? "sr-only lg:not-sr-only" : ""}`}>Messages</h1>
      <div className={chosen ? "hidden lg:block" : ""}>
        <nav aria-label={title} className="grid content-start gap-3">
          <h2>{title}</h2>
          {children}
          {all.length === 0 && <p className="text-ink-2">{nobody}</p>}
          <Contacts contacts={all} base={base} now={now} />
          <MoreLink next={next} label="Earlier conversations" />
          {everybody && (
            <>
              <h2 className="pt-6">All users</h2>
              <Contacts contacts={everybody.contacts} base={base} now={now} />
              <MoreLink next={everybody.next} label="More users" name="users" />
            </>
          )}
        </nav>
      </div>
      <div className={chosen ? "" : "hidden lg:block"}>
        <Outlet />
      </div>
    </div>
  );
}

const newer = (pushed: LastMessage | undefined, loaded: LastMessage | null | undefined) =>
  pushed && pushed.at > (loaded?.at ?? 0) ? pushed : loaded;

function whenOf(at: Instant, now: Instant) {
  const day = dateAt(at);
  if (day >= dateAt(now)) return timeAt(at);
  return day === dateAt(now - DAY) ? "Yesterday" : formatDate(day, "label");
}

function Contacts({ contacts, base, now }: Pick<Props, "contacts" | "base" | "now">) {
  const { otherId } = useParams();
  const { unread, last: pushed, typing } = useFeedState();
  const shown = contacts.map((contact) => ({ ...contact, last: newer(pushed[contact.id], contact.last) }));
  // New messages move their conversation to the top; the sort keeps the rest in order.
  shown.sort((one, other) => (pushed[other.id]?.at ?? 0) - (pushed[one.id]?.at ?? 0));
  return (
    <ul className="grid gap-1">
      {shown.map((contact) => {
        const count = unread.by[contact.id] ?? contact.unread;
        return (
          <li key={contact.id}>
            <Link
              to={`${base}/${contact.id}`}
              aria-current={contact.id === otherId ? "page" : undefined}
              className="tab px-2"
            >
              <Avatar photoKey={contact.photoKey} size={40} />
              <span className="min-w-0 flex-1 leading-snug wrap-anywhere text-ink">
                {fullName(contact)}{" "}
                {contact.role === "admin" && <span className="font-normal text-ink-2">(Admin)</span>}
                {typing[contact.id] ? (
                  <span className="block text-sm font-normal text-brand-700">typing…</span>
                ) : (
                  contact.last && (
                    <span className="flex gap-2 text-sm font-normal text-ink-2">
                      <span className="min-w-0 flex-1 truncate">
                        {contact.last.isOwn && "You: "}
                        <bdi>{contact.last.words}</bdi>
                      </span>
                      <time dateTime={new Date(contact.last.at).toISOString()} className="flex-none tabular-nums">
                        {whenOf(contact.last.at, now)}
                      </time>
                    </span>
                  )
                )}
              </span>
              {count > 0 && (
                <span className="min-w-6 rounded-full bg-action px-2 text-center text-sm font-bold text-on-action">
                  {count}
                  <span className="sr-only"> unread</span>
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
