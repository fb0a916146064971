import { CHOSEN_CHANNELS, TOPICS_OF } from "~/domain/notices/choices";
import { findNoticeChoices, saveNoticeChoices } from "~/domain/notices/choices.server";
import { listPushDevices, removePushDevice } from "~/domain/notices/push/push-devices.server";
import type { DomainContext } from "~/domain/domain-context.server";
import type { SessionClaims } from "~/domain/values/user";
import * as z from "zod";
import { byId, done, operation, said, saying, showStored } from "../operation";
import { device, noticeSettings, noticeSettingsCall, toDevice, toNoticeSettings } from "../schemas/notice-schemas";

const channelsOf = ({ channels }: DomainContext) => CHOSEN_CHANNELS.filter((channel) => channels.includes(channel));

const settingsOf = async (context: DomainContext, viewer: SessionClaims) =>
  done(toNoticeSettings(await findNoticeChoices(context.db, viewer), TOPICS_OF[viewer.role], channelsOf(context)));

export const noticeOperations = [
  operation({
    id: "getNoticeSettings",
    topic: "Accounts",
    method: "GET",
    path: "/api/auth/notice-settings",
    summary: "What you are told, and how",
    description: "Your choice for each topic on each channel that is set up, and your quiet hours.",
    caller: "user",
    scope: "read",
    response: noticeSettings,
    refusals: [],
    run: ({ context, viewer }) => settingsOf(context, viewer),
  }),

  operation({
    id: "setNoticeSettings",
    topic: "Accounts",
    method: "PUT",
    path: "/api/auth/notice-settings",
    summary: "Choose what you are told",
    description: "Replaces all your choices: a topic and channel left out is switched off, if it can be.",
    caller: "user",
    scope: null,
    body: { as: "json", schema: noticeSettingsCall },
    response: noticeSettings,
    refusals: [],
    async run({ context, user, body }) {
      const someone = await user;
      await saveNoticeChoices(context, someone, body, channelsOf(context));
      return showStored(() => settingsOf(context, someone));
    },
  }),

  operation({
    id: "listDevices",
    topic: "Accounts",
    method: "GET",
    path: "/api/auth/devices",
    summary: "The devices that get notifications",
    description: "Browsers, oldest first, at most ten. A browser is added on the site, by the person who holds it.",
    caller: "user",
    scope: "read",
    response: z.array(device),
    refusals: [],
    run: async ({ context, viewer }) => done((await listPushDevices(context.db, viewer.id)).map(toDevice)),
  }),

  operation({
    id: "removeDevice",
    topic: "Accounts",
    method: "DELETE",
    path: "/api/auth/devices/{id}",
    summary: "Remove a device",
    description: "It gets no notifications any more.",
    caller: "user",
    scope: null,
    params: byId,
    response: said,
    refusals: ["deviceNotFound"],
    run: async ({ context, user, params }) =>
      saying(await removePushDevice(context, await user, params.id), "The device is removed."),
  }),
];
