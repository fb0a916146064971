import { useLoaderData } from "@remix-run/react";
import {
  CHOSEN_CHANNELS,
  noticeAnswers,
  PHONE_CHANNELS,
  TOPICS_OF,
  type ChosenChannel,
} from "~/domain/notices/choices";
import { choicesForm } from "~/domain/notices/choices-form";
import { listOwnPhones } from "~/domain/accounts/phone-channels.server";
import { findNoticeChoices, saveNoticeChoices } from "~/domain/notices/choices.server";
import { listPushDevices, removePushDevice, testPushDevice } from "~/domain/notices/push/push-devices.server";
import { dashboardOf, type AuthenticatedUser } from "~/domain/values/user";
import type { RequestContext } from "~/http/context";
import { flashed } from "~/http/flash";
import { keepUnchanged, replyTo } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { redirectTo } from "~/http/redirects";
import { Icon } from "~/ui/elements/icon";
import { NoticeChoicesForm } from "~/ui/notices/notice-choices-form";
import { PhoneSummary } from "~/ui/notices/phone-summary";
import { PushDevices } from "~/ui/notices/push-devices";
import { Link } from "~/ui/shell/link";
import { titled } from "~/ui/shell/titled";

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
    topics: TOPICS_OF[viewer.role],
    channels: CHOSEN_CHANNELS.filter(isOffered),
    settings: `${dashboardOf(viewer.role)}/settings`,
  };
});

const isOneOfPhones = (channel: ChosenChannel) => PHONE_CHANNELS.some((phone) => phone === channel);

/** Stores what someone wants to be told (N13); removes one of their devices, or sends it a test (N14). */
export const action = signedInAction(
  "Failed to save your choices",
  async ({ context, form, viewer, user, read, pressed, goTo }) => {
    const device = pressed(["test", "remove"]);
    if (device) return changeDevice(context, await user, device);
    const [someone, stored] = await Promise.all([user, findNoticeChoices(context.db, viewer)]);
    keepUnchanged(form, noticeAnswers(stored));
    const value = read(choicesForm);
    const channels = value.channels.filter((channel) => context.channels.includes(channel));
    await saveNoticeChoices(context, someone, value, channels);
    return goTo(`${dashboardOf(someone.role)}/settings/notifications`, "noticesSaved");
  },
);

async function changeDevice(
  context: RequestContext,
  owner: AuthenticatedUser,
  { verb, of: id }: { verb: "test" | "remove"; of: string },
) {
  const path = `${dashboardOf(owner.role)}/settings/notifications`;
  if (verb === "remove") {
    await removePushDevice(context, owner, id);
    return redirectTo(path, flashed("deviceRemoved"));
  }
  const result = await testPushDevice(context, owner, { id, path });
  return result.ok ? redirectTo(path, flashed("testSent")) : replyTo(result, { form: "devices" });
}

export default function NoticeSettings() {
  const { choices, topics, channels, settings, phones, hasPhones, devices, pushKey } = useLoaderData<typeof loader>();
  return (
    <div className="grid max-w-2xl gap-6">
      <Link to={settings} className="button-link justify-self-start">
        <Icon name="arrow-left" /> Settings
      </Link>
      <h1>Notifications</h1>
      {hasPhones && <PhoneSummary phones={phones} page={`${settings}/phone`} />}
      <NoticeChoicesForm choices={choices} topics={topics} channels={channels} />
      {pushKey && <PushDevices publicKey={pushKey} devices={devices} />}
    </div>
  );
}
