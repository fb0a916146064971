import type { ReactNode } from "react";
import { useParams } from "@remix-run/react";
import { fullName } from "~/domain/accounts/user";
import type { Contact } from "~/domain/messages/message";
import { useFeedState } from "~/realtime/use-feed";
import { Avatar } from "../avatar";
import { Link } from "../link";
import { MoreLink } from "../more-link";

interface Props {
  title: string;
  admins: Contact[];
  contacts: Contact[];
  next: string | null;
  base: string;
  /** What stands above the list: the desk's search. */
  children?: ReactNode;
  /** Said of an empty list. */
  nobody?: string;
}

/** Everybody the owner may write to: admins first, then the latest conversations. */
export function ContactList({ title, admins, contacts, next, base, children, nobody = "No contacts yet." }: Props) {
  const { otherId } = useParams();
  const { unread } = useFeedState();
  const all = [...admins, ...contacts];
  return (
    <nav aria-label={title} className="grid content-start gap-3">
      <h2>{title}</h2>
      {children}
      {all.length === 0 && <p className="text-ink-2">{nobody}</p>}
      <ul className="grid gap-1">
        {all.map((contact) => {
          const count = unread.by[contact.id] ?? contact.unread;
          return (
            <li key={contact.id}>
              <Link to={`${base}/${contact.id}`} aria-current={contact.id === otherId ? "page" : undefined} className="tab !px-2">
                <Avatar photoKey={contact.photoKey} size={40} />
                <span className="min-w-0 flex-1 leading-snug wrap-anywhere text-ink">
                  {fullName(contact)} {contact.isAdmin && <span className="font-normal text-ink-2">(Admin)</span>}
                </span>
                {count > 0 && (
                  <span className="min-w-6 rounded-full bg-copper-600 px-1.5 text-center text-sm font-bold text-white">
                    {count}
                    <span className="sr-only"> unread</span>
                  </span>
                )}
              </Link>
            </li>
          );
        })}
      </ul>
      <MoreLink next={next} label="Earlier conversations" />
    </nav>
  );
}
