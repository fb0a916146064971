import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { formatPhone, telephoneLink } from "~/domain/values/phone";
import { Icon } from "~/ui/elements/icon";

export const meta: MetaFunction = () => [{ title: `Payments – ${brand.name}` }];

export default function Payments() {
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Payments</h1>
      <section className="card grid gap-3 p-5">
        <p className="text-lg font-bold">Coming soon</p>
        <p>Online payment is coming. Pay your plumber after the visit, and ask for a receipt if you need one.</p>
        <p>
          <a href={telephoneLink(brand.phone)} className="button button-quiet">
            <Icon name="phone" /> {formatPhone(brand.phone)}
          </a>
        </p>
      </section>
    </div>
  );
}
