import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";

interface Props {
  phone: string;
  className: string;
  label?: string;
  isIcon?: boolean;
}

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
