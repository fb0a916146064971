import { useLoaderData } from "@remix-run/react";
import { CODE_MINUTES, CONSENT_WORDS, type OwnPhone } from "~/domain/accounts/account";
import { endPhone, listOwnPhones, sendPhoneCode, verifyPhone } from "~/domain/accounts/phone-channels.server";
import { phoneCodeForm, phoneForm } from "~/domain/accounts/account-forms";
import { findOwnAccount } from "~/domain/accounts/profile.server";
import { CHANNEL_NAMES, PHONE_CHANNELS, type PhoneChannel } from "~/domain/notices/choices";
import { CODE_LENGTH, PHONE_LENGTH } from "~/domain/values/text";
import { formatPhone } from "~/domain/values/phone";
import { settingsOf, type Role } from "~/domain/values/user";
import type { Flash } from "~/http/flash";
import { notFound } from "~/http/responses";
import { signedInAction, signedInLoader } from "~/http/guards";
import { controlProps, FieldError, TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { BackLink, SubmitButton } from "~/ui/shell/elements";
import { titled } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";

export const meta = titled("Your phone");

export const loader = signedInLoader(async ({ context, viewer }) => {
  const channels = PHONE_CHANNELS.filter((channel) => context.channels.includes(channel));
  const [phones, account] = await Promise.all([
    listOwnPhones(context.db, viewer.id, context.now),
    findOwnAccount(context.db, viewer.id),
  ]);
  if (channels.length === 0) return null;
  return { channels, phones, suggested: account?.phone ?? null, back: noticesOf(viewer.role) };
});

export const action = signedInAction(
  "Failed to save your phone",
  async ({ context, user, read, button, refused, goTo }) => {
    const { verb, of } = button(["send", "verify", "stop"]);
    const someone = await user;
    const done = (flash: Flash, page = `${settingsOf(someone.role)}/phone`) => goTo(page, flash);
    const requireChannel = (channel: PhoneChannel) => {
      if (!context.channels.includes(channel)) throw notFound();
    };
    if (verb === "stop") {
      const channel = PHONE_CHANNELS.find((one) => one === of);
      if (!channel) return null;
      await endPhone(context, someone, channel);
      return done("phoneStopped");
    }
    if (verb === "send") {
      const value = read(phoneForm);
      requireChannel(value.channel);
      const result = await sendPhoneCode(context, someone, value);
      return result.ok ? done("codeSent") : refused(result);
    }
    const value = read(phoneCodeForm);
    requireChannel(value.channel);
    const result = await verifyPhone(context, someone, value.channel, value.code);
    if (!result.ok) return refused(result, result.reason === "wrongCode" ? "code" : undefined);
    return done("phoneVerified", noticesOf(someone.role));
  },
);

const noticesOf = (role: Role) => `${settingsOf(role)}/notifications`;

export default function PhoneSettings() {
  const { channels, phones, suggested, back } = useLoaderData<typeof loader>();
  const phoneOf = (channel: PhoneChannel, isVerified: boolean) =>
    phones.find((one) => one.channel === channel && (one.verifiedAt !== null) === isVerified) ?? null;
  return (
    <div className="grid max-w-2xl gap-6">
      <BackLink to={back} label="Notifications" />
      <h1>Your phone</h1>
      <p className="text-ink-2">
        We write about requests, changes and reminders, unless you choose otherwise, and never send an address. What you
        answer goes to the person you wrote with last.
      </p>
      {channels.map((channel) => (
        <PhoneForms
          key={channel}
          channel={channel}
          used={phoneOf(channel, true)}
          waiting={phoneOf(channel, false)}
          suggested={suggested}
        />
      ))}
    </div>
  );
}

interface Props {
  channel: PhoneChannel;
  used: OwnPhone | null;
  waiting: OwnPhone | null;
  suggested: string | null;
}

function PhoneForms({ channel, used, waiting, suggested }: Props) {
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
          <SubmitButton value={`stop:${channel}`} busy="Stopping..." className="button-quiet" label="Stop" />
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
      <SubmitButton value="verify" busy="Checking..." className="justify-self-start" label="Verify" />
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
            {...controlProps({ meta: fields.consent })}
            defaultChecked={fields.consent.value === "on"}
          />{" "}
          {CONSENT_WORDS[channel]}
        </label>
        <FieldError meta={fields.consent} />
      </div>
      <SubmitButton value="send" busy="Sending..." className="justify-self-start">
        Send me a code<span className="sr-only"> by {CHANNEL_NAMES[channel]}</span>
      </SubmitButton>
    </Form>
  );
}
