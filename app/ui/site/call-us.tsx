import { brand } from "~/brand";
import { company } from "~/company";
import { sayWhen, unbroken } from "~/domain/time/harare";
import { showPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../shell/elements";
import { useResponseContext } from "../shell/response-context";

const PHONE_HOURS = company.hours
  .flatMap(({ days, time, schema }) => (schema ? [`${days} ${time}`] : []))
  .map(unbroken)
  .join(" and ");

/** Offers what works now: a call only while someone answers it, and WhatsApp. `isBeside`: the page has a better way while nobody does. */
export function CallUs({ isBeside = false }: { isBeside?: boolean }) {
  const { officeOpens } = useResponseContext();
  const opening = officeOpens?.at ?? null;
  return (
    <section className="grid gap-3">
      <p className="text-ink-2">
        We answer the phone {PHONE_HOURS}.{" "}
        {opening === null
          ? "Our office is open now."
          : `Our office is closed now. It opens ${sayWhen(opening)}. You can book a plumber here at any hour.`}
      </p>
      <div className="flex flex-wrap gap-3">
        {opening === null && (
          <a href={telephoneLink(brand.phone)} className="button flex-wrap px-3">
            <Icon name="phone" /> Call {showPhone(brand.phone)}
          </a>
        )}
        <a
          href={whatsAppLink(brand.whatsApp)}
          className={`button flex-wrap px-3 ${opening === null || isBeside ? "button-quiet" : ""}`}
        >
          <Icon name="whatsapp" /> WhatsApp {showPhone(brand.whatsApp)}
        </a>
      </div>
    </section>
  );
}
