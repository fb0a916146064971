import { Form } from "@remix-run/react";
import { CODE_MINUTES, CONSENT_WORDS, type OwnPhone } from "~/domain/accounts/own-phone";
import type { PhoneChannel } from "~/domain/notices/choices";
import { CODE_LENGTH, PHONE_LENGTH } from "~/domain/values/lengths";
import { formatPhone } from "~/domain/values/phone";
import { FieldError, TextField } from "../forms/field";
import { ProblemSummary } from "../forms/problem-summary";
import { SubmitButton } from "../forms/submit-button";
import { useFormReply } from "../forms/use-form-reply";
import { CHANNEL_NAMES } from "~/domain/notices/channel-names";

/** One way to be told by phone (N15): its phone, the code that proves it, or the form to add one. */
export function PhoneForms({
  channel,
  used,
  waiting,
  suggested,
}: {
  channel: PhoneChannel;
  /** The verified phone, and the one that waits for its code. */
  used: OwnPhone | null;
  waiting: OwnPhone | null;
  /** The phone of their profile. */
  suggested: string | null;
}) {
  const tried = useFormReply(`code-${channel}`, ["phone"]);
  const asked = useFormReply(`phone-${channel}`, ["phone", "consent"]);
  const isRefused = asked.message !== null || asked.all.some(({ error }) => error);
  return (
    <section className="card grid gap-4 p-4 sm:p-5">
      <h2>{CHANNEL_NAMES[channel]}</h2>
      {!waiting && <ProblemSummary message={tried.message} />}
      {used && (
        <Form method="post" className="flex flex-wrap items-center justify-between gap-3">
          <p>
            We write to <b className="whitespace-nowrap">{formatPhone(used.phone)}</b>.
          </p>
          <SubmitButton name="intent" value={`stop:${channel}`} busy="Stopping..." className="button-quiet">
            Stop
          </SubmitButton>
        </Form>
      )}
      {waiting && <CodeForm channel={channel} phone={waiting.phone} />}
      {used || waiting ? (
        <details open={isRefused}>
          <summary className="button-link">{waiting ? "Send another code" : "Use another phone"}</summary>
          <div className="pt-3">
            <AskForm channel={channel} suggested={waiting?.phone ?? null} />
          </div>
        </details>
      ) : (
        <AskForm channel={channel} suggested={tried.fields.phone.value ?? suggested} />
      )}
    </section>
  );
}

function CodeForm({ channel, phone }: { channel: PhoneChannel; phone: string }) {
  const { fields, all, message } = useFormReply(`code-${channel}`, ["code"]);
  return (
    <Form method="post" noValidate className="grid gap-4">
      <input type="hidden" name="form" value={`code-${channel}`} />
      <input type="hidden" name="channel" value={channel} />
      <input type="hidden" name="phone" value={phone} />
      <ProblemSummary message={message} fields={all} />
      <TextField
        meta={fields.code}
        label="Code"
        hint={`We've sent six digits to ${formatPhone(phone)}. They work for ${CODE_MINUTES} minutes.`}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
      />
      <SubmitButton name="intent" value="verify" busy="Checking..." className="justify-self-start">
        Verify
      </SubmitButton>
    </Form>
  );
}

function AskForm({ channel, suggested }: { channel: PhoneChannel; suggested: string | null }) {
  const { fields, all, message } = useFormReply(`phone-${channel}`, ["phone", "consent"], {
    phone: suggested ? formatPhone(suggested) : undefined,
  });
  return (
    <Form method="post" noValidate className="grid gap-4">
      <input type="hidden" name="form" value={`phone-${channel}`} />
      <input type="hidden" name="channel" value={channel} />
      <ProblemSummary message={message} fields={all} />
      <TextField
        meta={fields.phone}
        label="Phone"
        hint={channel === "sms" ? "A Zimbabwean mobile number, like 0772 123 456." : undefined}
        type="tel"
        autoComplete="tel"
        maxLength={PHONE_LENGTH}
      />
      <div className="field">
        <label className="check font-normal">
          <input
            type="checkbox"
            name="consent"
            id={fields.consent.id}
            defaultChecked={fields.consent.value === "on"}
            aria-invalid={fields.consent.error ? true : undefined}
          />{" "}
          {CONSENT_WORDS[channel]}
        </label>
        <FieldError meta={fields.consent} />
      </div>
      <SubmitButton name="intent" value="send" busy="Sending..." className="justify-self-start">
        Send me a code
      </SubmitButton>
    </Form>
  );
}
