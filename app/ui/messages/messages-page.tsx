import { Outlet, useParams } from "@remix-run/react";
import type { ReactNode } from "react";
import { ContactList } from "./contact-list";
import type { Contact } from "~/domain/messages/message";

interface Props {
  title: string;
  admins: Contact[];
  contacts: Contact[];
  next: string | null;
  base: string;
  children?: ReactNode;
  nobody?: string;
}

/** List and conversation side by side; on phones one after the other. */
export function MessagesPage(props: Props) {
  const chosen = useParams()["otherId"] !== undefined;
  return (
    <div className="grid gap-6 lg:grid-cols-[280px_minmax(0,1fr)]">
      <h1 className={`lg:col-span-2 ${chosen ? "sr-only lg:not-sr-only" : ""}`}>Messages</h1>
      <div className={chosen ? "hidden lg:block" : ""}>
        <ContactList {...props} />
      </div>
      <div className={chosen ? "" : "hidden lg:block"}>
        <Outlet />
      </div>
    </div>
  );
}
