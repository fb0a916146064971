import { shareLink } from "~/domain/values/phone";
import { Icon } from "../shell/elements";

export const ShareOnWhatsApp = ({ text }: { text: string }) => (
  <a href={shareLink(text)} target="_blank" rel="noopener" className="button button-quiet">
    <Icon name="whatsapp" /> WhatsApp
  </a>
);
