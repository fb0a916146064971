import { useLoaderData } from "@remix-run/react";
import type { OwnPhone } from "~/domain/accounts/account";
import { listOwnPhones } from "~/domain/accounts/phone-channels.server";
import {
  CHANNEL_NAMES,
  CHOSEN_CHANNELS,
  type ChosenChannel,
  noticeAnswers,
  PHONE_CHANNELS,
  ROLE_TOPICS,
} from "~/domain/notices/choices";
import { choicesForm } from "~/domain/notices/choices-form";
import { findNoticeChoices, saveNoticeChoices } from "~/domain/notices/choices.server";
import { listPushDevices, removePushDevice, testPushDevice } from "~/domain/notices/push/push-devices.server";
import { formatInstant } from "~/domain/time/harare";
import { showPhone } from "~/domain/values/phone";
import { settingsOf } from "~/domain/values/user";
import { keepUnchanged, replyTo } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { BackLink, QuietLink, SubmitButton } from "~/ui/shell/elements";
import { NoticeChoicesForm } from "./notice-choices-form";
import { type PushState, usePush } from "~/ui/notices/push-offer";
import { titled } from "~/ui/shell/dashboard-page";
import { Form } from "~/ui/forms/owned-form";

export const meta = titled("Notifications");

export const loader = signedInLoader(async ({ context, viewer }) => {
  const [choices, own, devices, user] = await Promise.all([
    findNoticeChoices(context.db, viewer),
    listOwnPhones(context.db, viewer.id, context.now),
    listPushDevices(context.db, viewer.id),
    context.session.confirm(),
  ]);
  const phones = own.filter(({ verifiedAt }) => verifiedAt !== null);
  // A phone has a column once it is verified.
  const isOffered = (channel: ChosenChannel) =>
    context.channels.includes(channel) &&
    (!isOneOfPhones(channel) || phones.some((phone) => phone.channel === channel));
  return {
    choices,
    phones,
    hasPhones: PHONE_CHANNELS.some((channel) => context.channels.includes(channel)),
    devices: devices.map(({ sessionHash, ...device }) => ({ ...device, isThis: sessionHash === user?.sessionHash })),
    pushKey: context.pushKey,
    topics: ROLE_TOPICS[viewer.role],
    channels: CHOSEN_CHANNELS.filter(isOffered),
    settings: settingsOf(viewer.role),
  };
});

const isOneOfPhones = (channel: ChosenChannel) => PHONE_CHANNELS.some((phone) => phone === channel);

export const action = signedInAction(
  "Failed to save your choices",
  async ({ context, form, viewer, user, read, pressed, goTo }) => {
    const path = `${settingsOf(viewer.role)}/notifications`;
    const device = pressed(["test", "remove"]);
    if (device?.verb === "remove") {
      await removePushDevice(context, await user, device.of);
      return goTo(path, "deviceRemoved");
    }
    if (device) {
      const result = await testPushDevice(context, await user, { id: device.of, path });
      return result.ok ? goTo(path, "testSent") : replyTo(result, { form: "devices" });
    }
    const [someone, stored] = await Promise.all([user, findNoticeChoices(context.db, viewer)]);
    keepUnchanged(form, noticeAnswers(stored));
    const value = read(choicesForm);
    const channels = value.channels.filter((channel) => context.channels.includes(channel));
    await saveNoticeChoices(context, someone, value, channels);
    return goTo(path, "noticesSaved");
  },
);

export default function NoticeSettings() {
  const { choices, topics, channels, settings, phones, hasPhones, pushKey } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-2xl gap-6">
      <BackLink to={settings} label="Settings" />
      <h1>Notifications</h1>
      {hasPhones && <PhoneSummary phones={phones} page={`${settings}/phone`} />}
      <NoticeChoicesForm choices={choices} topics={topics} channels={channels} />
      {pushKey && <PushDevices publicKey={pushKey} />}
    </div>
  );
}

const PhoneSummary = ({ phones, page }: { phones: OwnPhone[]; page: string }) => (
  <section className="card grid gap-3 p-4 sm:p-5">
    <h2>Your phone</h2>
    {phones.length === 0 ? (
      <p className="text-ink-2">Be told by WhatsApp or text message, even without internet.</p>
    ) : (
      <ul>
        {phones.map(({ channel, phone }) => (
          <li key={channel}>
            {CHANNEL_NAMES[channel]}: <b>{showPhone(phone)}</b>
          </li>
        ))}
      </ul>
    )}
    <QuietLink
      to={page}
      className="justify-self-start"
      label={phones.length === 0 ? "Get them on your phone" : "Change or stop"}
    />
  </section>
);

function PushDevices({ publicKey }: { publicKey: string }) {
  const { devices } = useLoaderData<typeof loader>();
  const { message } = useFormReply("devices", []);
  return (
    <section id="devices" className="card grid gap-4 p-4 sm:p-5">
      <h2>Devices</h2>
      <ProblemSummary message={message} />
      <p className="text-ink-2">Notifications come at once, even when Pombi is closed.</p>
      {!devices.some(({ isThis }) => isThis) && <ThisDevice publicKey={publicKey} />}
      {devices.length > 0 && (
        <ul className="grid">
          {devices.map(({ id, name, createdAt, isThis }) => (
            <li key={id} className="grid gap-2 border-t border-line py-3 sm:grid-cols-[1fr_auto] sm:items-center">
              <span>
                <b>{name}</b>
                {isThis && ", this device"}
                <span className="block text-sm text-ink-3">Added {formatInstant(createdAt)}</span>
              </span>
              <Form method="post" className="flex gap-2">
                <SubmitButton value={`test:${id}`} busy="Sending..." className="button-quiet" label="Send a test" />
                <SubmitButton value={`remove:${id}`} busy="Removing..." className="button-quiet" label="Remove" />
              </Form>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const HINTS: Partial<Record<PushState, string>> = {
  denied:
    "This browser blocks notifications from Pombi. To change that, open its settings for this site (beside the address), allow notifications, and load this page again.",
  unsupported: "This browser can't show notifications.",
  failed: "That didn't work. Please check your connection and try again.",
};
const APPLE_HINT =
  "On an iPhone or iPad, first add Pombi to your Home Screen (Share, Add to Home Screen), and open it there.";

function ThisDevice({ publicKey }: { publicKey: string }) {
  const { state, turnOn } = usePush(publicKey);
  const isApple = state === "unsupported" && /iPhone|iPad/.test(navigator.userAgent);
  const hint = isApple ? APPLE_HINT : HINTS[state];
  return (
    <div className="grid gap-3">
      {hint && (
        <p role="status" className="text-ink-2">
          {hint}
        </p>
      )}
      {(state === "ready" || state === "asking" || state === "failed") && (
        <button
          type="button"
          className="button button-quiet justify-self-start"
          aria-busy={state === "asking"}
          onClick={() => void turnOn()}
        >
          Turn on for this device
        </button>
      )}
      <noscript>To add this device, switch on JavaScript in your browser.</noscript>
    </div>
  );
}
