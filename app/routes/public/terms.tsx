import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { TERMS } from "~/content/legal";
import { LegalPage } from "~/ui/site/legal-page";

export const meta: MetaFunction = () => [{ title: `${TERMS.title} – ${brand.name}` }];

export default function Terms() {
  return <LegalPage {...TERMS} />;
}
