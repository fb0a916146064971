import type { OwnPhone } from "~/domain/accounts/own-phone";
import { formatPhone } from "~/domain/values/phone";
import { Link } from "../shell/link";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";

/** The phones by which someone is told, and the way to add one (N15). */
export const PhoneSummary = ({ phones, page }: { phones: OwnPhone[]; page: string }) => (
  <section className="card grid gap-3 p-4 sm:p-5">
    <h2>Your phone</h2>
    {phones.length === 0 ? (
      <p className="text-ink-2">Be told by WhatsApp or text message, even without internet.</p>
    ) : (
      <ul>
        {phones.map(({ channel, phone }) => (
          <li key={channel}>
            {CHANNEL_NAMES[channel]}: <b>{formatPhone(phone)}</b>
          </li>
        ))}
      </ul>
    )}
    <Link to={page} className="button button-quiet justify-self-start">
      {phones.length === 0 ? "Add your phone" : "Change or stop"}
    </Link>
  </section>
);
