import type { ReactNode } from "react";
import { type Access, type SecondFactors, MAX_PASSKEYS } from "~/domain/accounts/account";
import { RECOVERY_CODES } from "~/domain/accounts/second-factor/factor-answers";
import { formatInstant } from "~/domain/time/harare";
import { countOf } from "~/domain/values/numbers";
import { NAME_LENGTH } from "~/domain/values/text";
import { PasskeyButton } from "~/ui/accounts/step-up-fields";
import { TextField } from "~/ui/forms/field";
import { SubmitButton, TallLink } from "~/ui/shell/elements";
import type { FieldMeta } from "~/ui/forms/form";
import { PlainForm } from "~/ui/forms/owned-form";

interface Props {
  factors: SecondFactors;
  /** They may be changed now (A24). */
  isOpen: boolean;
}

const Row = ({ name, text, children }: { name: string; text: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-3">
    <div className="min-w-0">
      <b dir="auto" className="wrap-anywhere">
        {name}
      </b>
      <p className="text-sm text-ink-2">{text}</p>
    </div>
    {children}
  </li>
);

export function AppSection({ factors: { appSince }, isOpen }: Props) {
  return (
    <section className="grid gap-3">
      <h2>Authenticator app</h2>
      <p>
        {appSince === null
          ? "An app like Google Authenticator, Aegis or FreeOTP shows a new code every 30 seconds. It works without a signal or data."
          : `Set up ${formatInstant(appSince)}.`}
      </p>
      {isOpen && (
        <div className="flex flex-wrap gap-3">
          <VerbButton
            verb="beginApp"
            label={appSince === null ? "Set up an app" : "Change to another phone"}
            busy="One moment..."
            className={appSince === null ? "" : "button-quiet"}
          />
          {appSince !== null && <VerbButton verb="removeApp" label="Remove the app" busy="Removing..." />}
        </div>
      )}
    </section>
  );
}

export function PasskeySection({ factors: { passkeys }, isOpen, name: nameField }: Props & { name: FieldMeta }) {
  return (
    <section className="grid gap-3">
      <h2>Passkeys</h2>
      <p>
        Your fingerprint, face or screen lock, or a security key. A passkey signs you in without your password, too.
      </p>
      {passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <Row
              key={id}
              name={name}
              text={`Added ${formatInstant(createdAt)}, ${lastUsedAt === null ? "never used" : `last used ${formatInstant(lastUsedAt)}`}.`}
            >
              {isOpen && <VerbButton verb={`removePasskey:${id}`} label="Remove" busy="Removing..." />}
            </Row>
          ))}
        </ul>
      )}
      {isOpen && passkeys.length < MAX_PASSKEYS && (
        <PlainForm noValidate hidden className="grid gap-4">
          <input type="hidden" name="intent" value="addPasskey" />
          <input type="hidden" name="form" value="passkey" />
          <TextField
            meta={nameField}
            label="Name"
            hint="For example: my phone"
            maxLength={NAME_LENGTH}
            autoComplete="off"
          />
          <PasskeyButton purpose="create">Add a passkey</PasskeyButton>
        </PlainForm>
      )}
      {isOpen && (
        <noscript>
          <p className="text-ink-2">Passkeys need JavaScript, which is off in this browser.</p>
        </noscript>
      )}
    </section>
  );
}

export function RecoveryCodesSection({ factors: { recoveryCodesLeft }, isOpen }: Props) {
  return (
    <section className="grid gap-3">
      <h2>Recovery codes</h2>
      <p>
        {recoveryCodesLeft} of {RECOVERY_CODES} left.
        {recoveryCodesLeft <= 3 && " Make new ones before you need them."}
      </p>
      {isOpen && (
        <div>
          <VerbButton verb="renewCodes" label="Make new codes" busy="Making..." />
          <p className="pt-2 text-sm text-ink-2">The ones you have now will end.</p>
        </div>
      )}
    </section>
  );
}

/** Someone said that all of it is lost: who can still sign in stops that here (A25). */
export function ResetNotice({ resetDueAt }: Pick<SecondFactors, "resetDueAt">) {
  if (resetDueAt === null) return null;
  return (
    <section className="notice notice-danger grid gap-3">
      <p>
        Our office was told that you have lost all of this, and will turn it off at {formatInstant(resetDueAt)}. If that
        isn't so, stop it and call us.
      </p>
      <VerbButton verb="stopReset" label="Stop it" busy="Stopping..." className="" />
    </section>
  );
}

interface VerbProps {
  verb: string;
  label: string;
  busy: string;
  className?: string;
}

const VerbButton = ({ verb, label, busy, className = "button-quiet" }: VerbProps) => (
  <PlainForm>
    <SubmitButton value={verb} busy={busy} className={className} label={label} />
  </PlainForm>
);

/** Everything that gives access to the account (A12): each session can be ended, and all of it in the settings. */
export function AccessSection({ access, isOpen, settings }: { access: Access; isOpen: boolean; settings: string }) {
  const { sessions, tokens, webhooks, calendarLinks, answerLinks } = access;
  const others = [
    tokens && countOf(tokens, "personal token"),
    webhooks && countOf(webhooks, "webhook"),
    calendarLinks && countOf(calendarLinks, "calendar link"),
    answerLinks && countOf(answerLinks, "link that answers a request", "links that answer requests"),
  ].filter(Boolean);
  return (
    <section className="grid gap-3">
      <h2>Where you&apos;re signed in</h2>
      <ul className="grid gap-3">
        {sessions.map(({ id, device, createdAt, usedAt, isThis, getsPush }) => (
          <Row
            key={id}
            name={`${device ?? "A device"}${isThis ? " (this one)" : ""}`}
            text={
              `Signed in ${formatInstant(createdAt)}, last used about ${formatInstant(usedAt)}.` +
              (getsPush ? " Gets push notifications." : "")
            }
          >
            {isOpen && !isThis && <VerbButton verb={`endSession:${id}`} label="Sign it out" busy="Ending..." />}
          </Row>
        ))}
      </ul>
      {others.length > 0 && <p>{`These open your account too: ${others.join(", ")}.`}</p>}
      <TallLink to={settings}>Sign out everywhere</TallLink>
    </section>
  );
}
