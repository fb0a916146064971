import { CHOSEN_CHANNELS, TOPICS_OF } from "~/domain/notices/choices";
import { findNoticeChoices, saveNoticeChoices } from "~/domain/notices/choices.server";
import type { DomainContext } from "~/domain/domain-context.server";
import type { SessionClaims } from "~/domain/values/user";
import { done, operation } from "../operation";
import { noticeSettings, noticeSettingsCall, toNoticeSettings } from "../schemas/notice-schemas";

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
      return settingsOf(context, someone);
    },
  }),
];
