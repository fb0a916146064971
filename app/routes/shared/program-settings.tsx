import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import * as z from "zod";
import { personalTokenForm, SCOPES, SCOPES_OF } from "~/domain/accounts/personal-token";
import { listPersonalTokens, makePersonalToken, revokePersonalToken } from "~/domain/accounts/personal-tokens.server";
import { listDeliveries, sendDeliveryAgain } from "~/domain/notices/webhooks/webhook-deliveries.server";
import { addWebhook, listWebhooks, removeWebhook } from "~/domain/notices/webhooks/webhook-endpoints.server";
import { WEBHOOK_TOPICS, webhookForm, webhookTopicsOf } from "~/domain/notices/webhooks/webhook-form";
import { dashboardOf } from "~/domain/values/user";
import { type Flash } from "~/http/flash";
import { replyTo, type FormReply } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import type { Refused } from "~/http/refusals";
import { readSteppedUp } from "~/http/step-up.server";
import { Icon } from "~/ui/elements/icon";
import { useLastActionData } from "~/ui/elements/use-sticky-value";
import { ProblemSummary } from "~/ui/forms/problem-summary";
import { useFormReply } from "~/ui/forms/use-form-reply";
import { PersonalTokens } from "~/ui/programs/personal-tokens";
import { SecretOnce } from "~/ui/programs/secret-once";
import { Webhooks } from "~/ui/programs/webhooks";
import { Link } from "~/ui/shell/link";
import { titled } from "~/ui/shell/titled";

export const meta = titled("Programs");

export const loader = signedInLoader(async ({ context: { db }, viewer }) => {
  const [tokens, webhooks, deliveries] = await Promise.all([
    listPersonalTokens(db, viewer.id),
    listWebhooks(db, viewer.id),
    listDeliveries(db, viewer.id),
  ]);
  const { role } = viewer;
  return {
    tokens,
    webhooks,
    deliveries,
    scopes: SCOPES_OF[role],
    topics: webhookTopicsOf(role),
    back: `${dashboardOf(role)}/settings`,
  };
});

/** A ticked box comes alone, several as a list. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (typeof given === "string" ? [given] : given), schema);
const tokenForm = personalTokenForm.extend({ scopes: listOf(personalTokenForm.shape.scopes) });
const addressForm = webhookForm.extend({ topics: listOf(webhookForm.shape.topics) });

/** What is shown once, in the response that made it. */
type Reply = FormReply & { token?: string; secret?: string };
const shownOnce = (once: Pick<Reply, "token" | "secret">) =>
  data<Reply>({ values: {}, errors: {}, message: null, reason: null, ...once });

/** Makes and revokes tokens, adds and removes webhooks, sends a delivery again (X11, X12). */
export const action = signedInAction("Failed to save that", async (args) => {
  const { context, form, button, goTo } = args;
  const { verb, of } = button(["makeToken", "revoke", "addWebhook", "remove", "again"]);
  const someone = await args.user;
  const done = (result: { ok: true } | Refused, flash: Flash) =>
    result.ok ? goTo(`${dashboardOf(someone.role)}/settings/programs`, flash) : replyTo(result, { form: "lists" });
  switch (verb) {
    case "makeToken": {
      for (const scope of SCOPES) if (form.has(`scopes-${scope}`)) form.append("scopes", scope);
      const read = await readSteppedUp(args, tokenForm);
      if (!read.ok) return read.reply;
      const made = await makePersonalToken(context, read.user, read.value);
      return made.ok ? shownOnce({ token: made.token }) : read.refused(made);
    }
    case "addWebhook": {
      for (const topic of WEBHOOK_TOPICS) if (form.has(`topics-${topic}`)) form.append("topics", topic);
      const read = await readSteppedUp(args, addressForm);
      if (!read.ok) return read.reply;
      const added = await addWebhook(context, read.user, read.value, context.localMode);
      if (added.ok) return shownOnce({ secret: added.secret });
      return read.refused(added, added.reason === "webhookAddressRefused" ? "url" : undefined);
    }
    case "revoke":
      return done(await revokePersonalToken(context, someone, of), "tokenRevoked");
    case "remove":
      return done(await removeWebhook(context, someone, of), "webhookRemoved");
    case "again":
      return done(await sendDeliveryAgain(context, someone, of), "deliveryQueued");
  }
});

export default function ProgramSettings() {
  const { tokens, webhooks, deliveries, scopes, topics, back } = useLoaderData<typeof loader>();
  const { token, secret } = useLastActionData<Partial<Reply>>() ?? {};
  const { message } = useFormReply("lists", []);
  return (
    // What was made empties the forms.
    <div key={token ?? secret} className="grid max-w-2xl gap-6">
      <Link to={back} className="button-link justify-self-start">
        <Icon name="arrow-left" /> Settings
      </Link>
      <h1>Programs</h1>
      <p className="text-ink-2">
        For those who write their own programs. <a href="/api">What the API can do</a>
      </p>
      {token && <SecretOnce label="Your new token." secret={token} />}
      {secret && <SecretOnce label="The webhook is added. This is the secret that signs it." secret={secret} />}
      <ProblemSummary message={message} />
      <PersonalTokens tokens={tokens} scopes={scopes} />
      <Webhooks webhooks={webhooks} deliveries={deliveries} topics={topics} />
    </div>
  );
}
