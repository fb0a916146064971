import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";

interface Props {
  phone: string;
  className: string;
  /** What the link to call says; the number, where nothing else is given. */
  label?: string;
}

/** Calls a phone, or writes to it on WhatsApp. */
export const PhoneLinks = ({ phone, className, label = formatPhone(phone) }: Props) => (
  <>
    <a href={telephoneLink(phone)} className={className}>
      <Icon name="phone" /> {label}
    </a>
    <a href={whatsAppLink(phone)} className={className}>
      <Icon name="message-circle" /> WhatsApp
    </a>
  </>
);
