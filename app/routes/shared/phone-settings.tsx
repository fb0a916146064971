import { useLoaderData } from "@remix-run/react";
import { endPhone, listOwnPhones, sendPhoneCode, verifyPhone } from "~/domain/accounts/phone-channels.server";
import { phoneCodeForm, phoneForm } from "~/domain/accounts/phone-forms";
import { findOwnAccount } from "~/domain/accounts/profile.server";
import { PHONE_CHANNELS, type PhoneChannel } from "~/domain/notices/choices";
import { dashboardOf, type Role } from "~/domain/values/user";
import { type Flash } from "~/http/flash";
import { signedInAction, signedInLoader } from "~/http/guards";
import { Icon } from "~/ui/elements/icon";
import { PhoneForms } from "~/ui/notices/phone-forms";
import { Link } from "~/ui/shell/link";
import { titled } from "~/ui/shell/titled";

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

/** Sends a code to a phone, verifies it, or ends a channel (N15). */
export const action = signedInAction(
  "Failed to save your phone",
  async ({ context, user, read, button, refused, goTo }) => {
    const { verb, of } = button(["send", "verify", "stop"]);
    const someone = await user;
    const done = (flash: Flash, page = `${dashboardOf(someone.role)}/settings/phone`) => goTo(page, flash);
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
      const result = await sendPhoneCode(context, someone, value, context.clientAddress);
      return result.ok ? done("codeSent") : refused(result);
    }
    const value = read(phoneCodeForm);
    requireChannel(value.channel);
    const result = await verifyPhone(context, someone, value.channel, value.code);
    if (!result.ok) return refused(result, result.reason === "wrongCode" ? "code" : undefined);
    return done("phoneVerified", noticesOf(someone.role));
  },
);

const noticesOf = (role: Role) => `${dashboardOf(role)}/settings/notifications`;

export default function PhoneSettings() {
  const { channels, phones, suggested, back } = useLoaderData<typeof loader>();
  const phoneOf = (channel: PhoneChannel, isVerified: boolean) =>
    phones.find((one) => one.channel === channel && (one.verifiedAt !== null) === isVerified) ?? null;
  return (
    <div className="grid max-w-2xl gap-6">
      <Link to={back} className="button-link justify-self-start">
        <Icon name="arrow-left" /> Notifications
      </Link>
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
