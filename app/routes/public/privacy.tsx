import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { PRIVACY } from "~/content/legal";
import { LegalPage } from "~/ui/site/legal-page";

export const meta: MetaFunction = () => [{ title: `${PRIVACY.title} – ${brand.name}` }];

export default function Privacy() {
  return <LegalPage {...PRIVACY} />;
}
