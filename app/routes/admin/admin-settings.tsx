import type { MetaFunction } from "@remix-run/cloudflare";
import { Form, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { SOCIAL_NETWORKS } from "~/domain/settings/social-links";
import { findSocialLinks, saveSocialLinks } from "~/domain/settings/social-links.server";
import { socialLinksForm } from "~/domain/settings/social-links-form";
import { flashCookie } from "~/http/flash";
import { parseForm } from "~/http/forms";
import { roleAction, roleLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { DashboardError } from "~/ui/shell/dashboard-error";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { SubmitButton } from "~/ui/forms/submit-button";
import { useFormReply } from "~/ui/forms/use-form-reply";

const PAGE = "/admin-dashboard/settings";

export const meta: MetaFunction = () => [{ title: `Settings – ${brand.name}` }];

export const loader = roleLoader("admin", async ({ context }) => ({ links: await findSocialLinks(context.db) }));

export const action = roleAction("admin", async ({ context, user, form }) => {
  const parsed = parseForm(form, socialLinksForm);
  if (!parsed.value) return parsed.invalid();
  await saveSocialLinks(context, await user, parsed.value);
  return redirectTo(PAGE, { "Set-Cookie": flashCookie("savedAndLogged") });
});

export default function AdminSettings() {
  const { links } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("social-links", SOCIAL_NETWORKS, links);
  return (
    <div className="grid max-w-2xl gap-6">
      <h1>Settings</h1>
      <section className="card grid gap-5 p-5">
        <h2>Social media</h2>
        <p className="text-ink-2">
          The company's own pages, shown under Social Media on every profile. Leave a field empty to show none.
        </p>
        <ProblemSummary message={message} fields={all} />
        <Form method="post" noValidate className="grid gap-5">
          {SOCIAL_NETWORKS.map((network) => (
            <TextField
              key={network}
              meta={fields[network]}
              label={network}
              type="url"
              inputMode="url"
              placeholder="https://"
              maxLength={300}
              autoComplete="off"
              optional
            />
          ))}
          <SubmitButton busy="Saving..." className="justify-self-start">
            Save
          </SubmitButton>
        </Form>
      </section>
    </div>
  );
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch the settings" home="/admin-dashboard" />;
}
