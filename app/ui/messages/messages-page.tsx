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
  const { last: pushed } = useFeedState();
  const withLast = (contact: Contact) => ({ ...contact, last: newer(pushed[contact.id], contact.last) });
  const all = contacts.map(withLast);
  const talked = all.filter(({ last }) => last).sort((one, other) => other.last!.at - one.last!.at);
  const others = all.filter(({ last }) => !last);
  const shared = { base, now };
  const office = admins.map(withLast);
  const newest = [...office, ...talked].reduce<Contact | null>(
    (latest, one) => ((one.last?.at ?? 0) > (latest?.last?.at ?? 0) ? one : latest),
    null,
  );
  return (
    <div className="grid gap-6 lg:grid-cols-[280px_minmax(0,1fr)]">
      <h1 className={`lg:col-span-2 ${chosen ? "sr-only lg:not-sr-only" : ""}`}>Messages</h1>
      <div className={chosen ? "hidden lg:block" : ""}>
        <nav aria-label={title} className="grid content-start gap-3">
          <h2>{title}</h2>
          {children}
          {admins.length + all.length === 0 && !everybody && <p className="text-ink-2">{nobody}</p>}
          <Contacts contacts={[...office, ...talked]} {...shared} />
          {others.length > 0 && admins.length + talked.length > 0 && <h3 className="pt-3">Others</h3>}
          <Contacts contacts={others} {...shared} />
          <MoreLink next={next} label="Earlier conversations" />
          {everybody && (
            <>
              <h3 className="pt-3">All users</h3>
              <Contacts contacts={everybody.contacts.map(withLast)} {...shared} />
              <MoreLink next={everybody.next} label="More users" name="users" />
            </>
          )}
        </nav>
      </div>
      <div className={chosen ? "" : "hidden lg:block"}>
        <Outlet context={newest && `${base}/${newest.id}`} />
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
  const { unread, typing } = useFeedState();
  return (
    <ul className="grid gap-1 empty:hidden">
      {contacts.map((contact) => {
        const { id, last, role, photoKey, about } = contact;
        const count = unread.by[id] ?? contact.unread;
        return (
          <li key={id}>
            <Link to={`${base}/${id}`} aria-current={id === otherId ? "page" : undefined} className="tab px-2">
              <Avatar photoKey={photoKey} size={40} />
              <span className="min-w-0 flex-1 leading-snug font-normal text-ink-2">
                <span className="flex items-baseline gap-2">
                  <span className={`min-w-0 flex-1 wrap-anywhere text-ink ${count > 0 ? "font-bold" : ""}`}>
                    {fullName(contact)}
                  </span>
                  {last && (
                    <time dateTime={new Date(last.at).toISOString()} className="flex-none text-xs tabular-nums">
                      {whenOf(last.at, now)}
                    </time>
                  )}
                </span>
                <span className="flex gap-2 text-sm">
                  {role === "admin" && "(Admin)"}
                  {typing[id] ? (
                    <span className="flex-1 text-brand-700">typing…</span>
                  ) : last ? (
                    <span className="min-w-0 flex-1 truncate">
                      {last.isOwn && "You: "}
                      <bdi>{last.words}</bdi>
                    </span>
                  ) : (
                    <span className="min-w-0 flex-1 truncate">{about}</span>
                  )}
                  {count > 0 && (
                    <span className="min-w-6 rounded-full bg-action px-2 text-center font-bold text-on-action">
                      {count}
                      <span className="sr-only"> unread</span>
                    </span>
                  )}
                </span>
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
