import { PhoneLinks } from "../accounts/phone-links";
import { Icon, Link } from "../shell/elements";

/** Links to reach someone; `id` is null for someone who reads no messages (N20). */
export const ContactLinks = ({
  id,
  email,
  phone,
}: {
  id: string | null;
  email: string | null;
  phone: string | null;
}) => (
  <p className="flex w-full flex-wrap gap-x-4 gap-y-1">
    {id && (
      <Link to={`/admin-dashboard/messages/${id}`} className="button-link">
        <Icon name="message-circle" /> Message<span className="sr-only"> {email}</span>
      </Link>
    )}
    {email && (
      <a href={`mailto:${email}`} className="button-link wrap-anywhere">
        <Icon name="mail" /> {email}
      </a>
    )}
    {phone?.startsWith("+") && <PhoneLinks phone={phone} className="button-link" />}
  </p>
);
