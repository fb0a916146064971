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
        <p>
          Paying by mobile money or card is not possible here yet. Until then you pay the plumber directly, after the
          visit; ask for a receipt where you need one.
        </p>
        <p>
          <a href={telephoneLink(brand.phone)} className="button button-quiet">
            <Icon name="phone" /> {formatPhone(brand.phone)}
          </a>
        </p>
      </section>
    </div>
  );
}
