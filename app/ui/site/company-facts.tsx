import { brand } from "~/brand";
import { company } from "~/company";
import { formatPhone, telephoneLink, whatsAppLink } from "~/domain/values/phone";
import { Icon } from "../elements/icon";
import { OfficeHours } from "../shell/office-hours";
import { ZimbabweMap } from "./zimbabwe-map";

/** The company's contact details and office hours. */
export function CompanyFacts() {
  return (
    <div className="card grid gap-3 p-5">
      <ZimbabweMap />
      <a className="button-link" href={telephoneLink(brand.phone)}>
        <Icon name="phone" /> {formatPhone(brand.phone)}
      </a>
      <a className="button-link" href={whatsAppLink(brand.whatsApp)}>
        <Icon name="whatsapp" /> WhatsApp {formatPhone(brand.whatsApp)}
      </a>
      <a className="button-link" href={`mailto:${brand.email}`}>
        <Icon name="mail" /> {brand.email}
      </a>
      <CompanyAddress />
      <OfficeHours />
    </div>
  );
}

export const CompanyAddress = () => (
  <p className="flex gap-2">
    <Icon name="map-pin" className="mt-1 text-brand-600" />
    <a href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(company.address.join(", "))}`}>
      {company.address.join(", ")}
    </a>
  </p>
);
