import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../shell/elements";

interface Props {
  phone: string;
  className: string;
  label?: string;
  /** The class of the words beside the icons, which a screen reader always says. */
  wordsClass?: string;
}

export const PhoneLinks = ({ phone, className, label = showPhone(phone), wordsClass }: Props) =>
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
      aria-label={icon === "whatsapp" ? `WhatsApp ${showPhone(phone)}` : label}
    >
      <Icon name={icon} /> <span className={wordsClass}>{words}</span>
    </a>
  ));
