import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";

/** Calls a phone, or writes to it on WhatsApp. */
export const PhoneLinks = ({ phone, className }: { phone: string; className: string }) => (
  <>
    <a href={telephoneLink(phone)} className={className}>
      <Icon name="phone" /> {formatPhone(phone)}
    </a>
    <a href={whatsAppLink(phone)} className={className}>
      <Icon name="message-circle" /> WhatsApp
    </a>
  </>
);
