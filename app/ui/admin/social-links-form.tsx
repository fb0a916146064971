import { Form } from "@remix-run/react";
import { LINK_LENGTH, SOCIAL_NETWORKS, type SocialLinks } from "~/domain/settings/social-links";
import { TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { Shown } from "./setting-row";

/** The company's own pages, shown on every profile (W8). */
export function SocialLinksForm({ links, shown }: { links: SocialLinks; shown: string }) {
  const { fields, all, message } = useFormReply("social-links", SOCIAL_NETWORKS, links);
  return (
    <Form method="post" noValidate className="grid gap-5">
      <p className="text-ink-2">
        The company's own pages, shown under Social Media on every profile. Leave a field empty to show none.
      </p>
      <ProblemSummary message={message} fields={all} />
      <input type="hidden" name="form" value="social-links" />
      <Shown value={shown} />
      {SOCIAL_NETWORKS.map((network) => (
        <TextField
          key={network}
          meta={fields[network]}
          label={network}
          type="url"
          inputMode="url"
          placeholder="https://"
          maxLength={LINK_LENGTH}
          autoComplete="off"
          optional
        />
      ))}
      <SubmitButton busy="Saving..." className="justify-self-start">
        Save
      </SubmitButton>
    </Form>
  );
}
