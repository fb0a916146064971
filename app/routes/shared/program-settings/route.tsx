import { data } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { useEffect, useRef } from "react";
import {
  type PersonalToken,
  personalTokenForm,
  type Scope,
  SCOPES,
  ROLE_SCOPES,
} from "~/domain/accounts/personal-token";
import { listPersonalTokens, makePersonalToken, revokePersonalToken } from "~/domain/accounts/program-access.server";
import { listDeliveries, sendDeliveryAgain } from "~/domain/notices/webhooks/webhook-deliveries.server";
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  webhookForm,
} from "~/domain/notices/webhooks/webhook-endpoints.server";
import { WEBHOOK_TOPICS, webhookTopicsOf } from "~/domain/notices/webhooks/webhook";
import { formatInstant } from "~/domain/time/harare";
import { NAME_LENGTH } from "~/domain/values/text";
import { settingsOf } from "~/domain/values/user";
import type { Flash } from "~/http/flash";
import { type FormReply, replyTo } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import type { Refused } from "~/http/refusals";
import { STEP_UP_FIELDS } from "~/ui/accounts/step-up-fields";
import { SteppedUpForm } from "~/ui/accounts/stepped-up-form";
import { BackLink, Icon, PressForm, useLastActionData } from "~/ui/shell/elements";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { TextField } from "~/ui/forms/field";
import { TickBoxes, Webhooks } from "./webhooks";
import { titled } from "~/ui/shell/dashboard-page";
import * as z from "zod";
import { readSteppedUp } from "~/http/step-up.server";

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
    scopes: ROLE_SCOPES[role],
    topics: webhookTopicsOf(role),
    back: settingsOf(role),
  };
});

/** A ticked box comes alone, several as a list. */
const listOf = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((given) => (typeof given === "string" ? [given] : given), schema);
const tokenForm = personalTokenForm.extend({ scopes: listOf(personalTokenForm.shape.scopes) });
const addressForm = webhookForm.extend({ topics: listOf(webhookForm.shape.topics) });

type Reply = FormReply & { token?: string; secret?: string };
const shownOnce = (once: Pick<Reply, "token" | "secret">) =>
  data<Reply>({ values: {}, errors: {}, message: null, reason: null, ...once });

export const action = signedInAction("Failed to save that", async (args) => {
  const { context, form, button, goTo } = args;
  const { verb, of } = button(["makeToken", "revoke", "addWebhook", "remove", "again"]);
  const someone = await args.user;
  const done = (result: { ok: true } | Refused, flash: Flash) =>
    result.ok ? goTo(`${settingsOf(someone.role)}/programs`, flash) : replyTo(result, { form: "lists" });
  switch (verb) {
    case "makeToken": {
      for (const scope of SCOPES) if (form.has(`scopes-${scope}`)) form.append("scopes", scope);
      const { user, value } = await readSteppedUp(args, tokenForm);
      const made = await makePersonalToken(context, user, value);
      return made.ok ? shownOnce({ token: made.token }) : args.refused(made);
    }
    case "addWebhook": {
      for (const topic of WEBHOOK_TOPICS) if (form.has(`topics-${topic}`)) form.append("topics", topic);
      const { user, value } = await readSteppedUp(args, addressForm);
      const added = await addWebhook(context, user, value, context.localMode);
      if (added.ok) return shownOnce({ secret: added.secret });
      return args.refused(added, added.reason === "webhookAddressRefused" ? "url" : undefined);
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
  const { tokens, scopes, back, ...hooks } = useLoaderData<typeof loader>();
  const { token, secret } = useLastActionData<Partial<Reply>>() ?? {};
  const { message } = useFormReply("lists", []);
  return (
    // A new token or secret empties the forms.
    <div key={token ?? secret} className="grid max-w-2xl gap-6">
      <BackLink to={back} label="Settings" />
      <h1>Programs</h1>
      <p className="text-ink-2">
        For developers. <a href="/api">What the API can do</a>
      </p>
      {token && <SecretOnce label="Your new token." secret={token} />}
      {secret && <SecretOnce label="The webhook is added. This is the secret that signs it." secret={secret} />}
      <ProblemSummary message={message} />
      <PersonalTokens tokens={tokens} scopes={scopes} />
      <Webhooks {...hooks} />
    </div>
  );
}

/** A secret, shown this once on top of the page. A tap selects all of it. */
function SecretOnce({ label, secret }: { label: string; secret: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [secret]);
  return (
    <div ref={place} tabIndex={-1} role="status" className="notice notice-success scroll-mt-20">
      <Icon name="circle-check" className="mt-1" />
      <div className="grid min-w-0 flex-1 gap-2">
        <p>{label} Copy it now: we won't show it again.</p>
        <code className="rounded-field bg-surface p-3 font-normal text-ink select-all wrap-anywhere">{secret}</code>
      </div>
    </div>
  );
}

const SCOPE_NAMES: Record<Scope, { name: string; hint: string }> = {
  read: { name: "Read", hint: "Your profile, bookings, money and figures" },
  book: { name: "Book", hint: "Ask for bookings, change them, pay, review" },
  messages: { name: "Messages", hint: "Read and write them" },
  jobs: { name: "Jobs", hint: "Confirm, refuse and report; quotes, payments, hours" },
};

function PersonalTokens({ tokens, scopes }: { tokens: PersonalToken[]; scopes: readonly Scope[] }) {
  const reply = useFormReply("makeToken", ["name", "scopes", ...STEP_UP_FIELDS]);
  return (
    <section className="card grid gap-4 p-4 sm:p-5">
      <h2>Personal tokens</h2>
      <p className="text-ink-2">
        A token opens the <a href="/api">API</a> to a program of yours, instead of your password. Signing out everywhere
        and a new password end all of them.
      </p>
      {tokens.length > 0 && (
        <ul className="grid gap-3">
          {tokens.map(({ id, name, scopes, createdAt, lastUsedAt }) => (
            <li key={id} className="grid grid-cols-[1fr_auto] items-start gap-3 border-t border-line pt-3">
              <div className="min-w-0">
                <b dir="auto" className="wrap-anywhere">
                  {name}
                </b>
                <p className="text-sm text-ink-2">
                  {scopes.map((scope) => SCOPE_NAMES[scope].name).join(", ")}. Made {formatInstant(createdAt)},{" "}
                  {lastUsedAt === null ? "never used" : `last used ${formatInstant(lastUsedAt)}`}.
                </p>
              </div>
              <PressForm value={`revoke:${id}`} busy="Revoking..." label="Revoke" />
            </li>
          ))}
        </ul>
      )}
      <SteppedUpForm
        form="makeToken"
        title="New token"
        reply={reply}
        button="Make a token"
        busy="Making..."
        isVerb
        isFolded
      >
        <TextField
          meta={reply.fields.name}
          label="Name"
          hint="So that you know it again, like: my spreadsheet"
          maxLength={NAME_LENGTH}
        />
        <TickBoxes
          meta={reply.fields.scopes}
          legend="It may"
          boxes={scopes.map((value) => ({ value, ...SCOPE_NAMES[value] }))}
        />
      </SteppedUpForm>
    </section>
  );
}
