import { Form } from "@remix-run/react";
import type { PersonalToken, Scope } from "~/domain/accounts/personal-token";
import { formatInstant } from "~/domain/time/harare";
import { NAME_LENGTH } from "~/domain/values/lengths";
import { STEP_UP_FIELDS } from "../accounts/step-up-fields";
import { SteppedUpForm } from "../accounts/stepped-up-form";
import { TextField } from "../forms/field";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { TickBoxes } from "./tick-boxes";

const SCOPE_NAMES: Record<Scope, { name: string; hint: string }> = {
  read: { name: "Read", hint: "Your profile, bookings, money and figures" },
  book: { name: "Book", hint: "Ask for bookings, change them, pay, review" },
  messages: { name: "Messages", hint: "Read and write them" },
  jobs: { name: "Jobs", hint: "Confirm, refuse and report; quotes, payments, hours" },
};

/** Someone's personal tokens (X12): those they have, and the form to make one. */
export function PersonalTokens({ tokens, scopes }: { tokens: PersonalToken[]; scopes: readonly Scope[] }) {
  const reply = useFormReply("makeToken", ["name", "scopes", ...STEP_UP_FIELDS]);
  const { fields } = reply;
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
                <b className="wrap-anywhere">{name}</b>
                <p className="text-sm text-ink-2">
                  {scopes.map((scope) => SCOPE_NAMES[scope].name).join(", ")}. Made {formatInstant(createdAt)},{" "}
                  {lastUsedAt === null ? "never used" : `last used ${formatInstant(lastUsedAt)}`}.
                </p>
              </div>
              <Form method="post">
                <SubmitButton name="intent" value={`revoke:${id}`} busy="Revoking..." className="button-quiet">
                  Revoke
                </SubmitButton>
              </Form>
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
          meta={fields.name}
          label="Name"
          hint="So that you know it again, like: my spreadsheet"
          maxLength={NAME_LENGTH}
        />
        <TickBoxes
          meta={fields.scopes}
          legend="It may"
          boxes={scopes.map((value) => ({ value, ...SCOPE_NAMES[value] }))}
        />
      </SteppedUpForm>
    </section>
  );
}
