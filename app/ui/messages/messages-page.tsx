import { Outlet, useParams } from "@remix-run/react";
import { ContactList, type ContactListProps } from "./contact-list";

/** The list and the conversation side by side, or one at a time on phones. */
export function MessagesPage(props: ContactListProps) {
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
