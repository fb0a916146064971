import { PhoneLinks } from "../accounts/phone-links";
import { Icon } from "../shell/elements";
import { TextLink } from "./office-page";

interface Props {
  /** Null for people without an account. */
  id: string | null;
  email: string | null;
  phone: string | null;
}

/** Links to reach someone. A client without an email reads no messages (N20). */
export const ContactLinks = ({ id, email, phone }: Props) => (
  <p className="flex flex-wrap gap-x-4 gap-y-1">
    {id && email && (
      <TextLink to={`/admin-dashboard/messages/${id}`}>
        <Icon name="message-circle" /> Message<span className="sr-only"> {email}</span>
      </TextLink>
    )}
    {email && (
      <a href={`mailto:${email}`} className="button-link wrap-anywhere">
        <Icon name="mail" /> {email}
      </a>
    )}
    {phone && <PhoneLinks phone={phone} className="button-link" />}
  </p>
);
