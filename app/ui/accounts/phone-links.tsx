import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../shell/elements";

interface Props {
  phone: string;
  className: string;
  label?: string;
  isIcon?: boolean;
}

export const PhoneLinks = ({ phone, className, label = showPhone(phone), isIcon = false }: Props) =>
  (
    [
      ["phone", telephoneLink(phone), label],
      ["whatsapp", whatsAppLink(phone), "WhatsApp"],
    ] as const
  ).map(([icon, href, words]) => (
    <a
      key={icon}
      href={href}
      className={className}
      aria-label={icon === "whatsapp" ? `WhatsApp ${showPhone(phone)}` : undefined}
    >
      <Icon name={icon} /> <span className={isIcon ? "sr-only" : undefined}>{words}</span>
    </a>
  ));
