import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";

interface Props {
  phone: string;
  className: string;
  /** What the link to call says; the number, where nothing else is given. */
  label?: string;
  /** The icons stand alone. */
  isIcon?: boolean;
}

/** Calls a phone, or writes to it on WhatsApp. */
export const PhoneLinks = ({ phone, className, label = formatPhone(phone), isIcon = false }: Props) => {
  const labelled = isIcon ? "sr-only" : undefined;
  return (
    <>
      <a href={telephoneLink(phone)} className={className}>
        <Icon name="phone" /> <span className={labelled}>{label}</span>
      </a>
      <a href={whatsAppLink(phone)} className={className}>
        <Icon name="whatsapp" /> <span className={labelled}>WhatsApp</span>
      </a>
    </>
  );
};
