import { Icon } from "../shell/elements";

/** Opens WhatsApp with a text that is still to be sent, to whom its sender chooses. */
export const shareLink = (text: string) => `https://wa.me/?text=${encodeURIComponent(text)}`;

export const ShareOnWhatsApp = ({ text }: { text: string }) => (
  <a href={shareLink(text)} target="_blank" rel="noopener" className="button button-quiet">
    <Icon name="whatsapp" /> Share
  </a>
);
