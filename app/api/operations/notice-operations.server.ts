import * as z from "zod";
import { endPhone, listOwnPhones, sendPhoneCode, verifyPhone } from "~/domain/accounts/phone-channels.server";
import { phoneCodeForm, phoneForm } from "~/domain/accounts/account-forms";
import type { DomainContext } from "~/domain/domain-context.server";
import {
  CHOSEN_CHANNELS,
  CHOSEN_TOPICS,
  PHONE_CHANNELS,
  ROLE_TOPICS,
  type Choice,
  type NoticeChoices,
} from "~/domain/notices/choices";
import { findNoticeChoices, saveNoticeChoices } from "~/domain/notices/choices.server";
import { listPushDevices, removePushDevice } from "~/domain/notices/push/push-devices.server";
import { QUIET_STEP } from "~/domain/notices/choices-form";
import { parseTime } from "~/domain/time/harare";
import { refuse } from "~/domain/values/refusal";
import type { SessionClaims } from "~/domain/values/user";
import { done, operation, saying, showStored } from "../operation";
import { instant, object, timeOfDay } from "../schemas/kinds";

const choice = z.object({ topic: z.enum(CHOSEN_TOPICS), channel: z.enum(CHOSEN_CHANNELS), isOn: z.boolean() });

const noticeSettings = object("NoticeSettings", "What a user wants to be told, how, and when not.", {
  choices: z
    .array(choice)
    .describe("Emails about requests and changes are always on. News is off until it is switched on."),
  quietHours: z
    .object({ from: timeOfDay.meta({ example: "9:00 pm" }), until: timeOfDay.meta({ example: "6:30 am" }) })
    .nullable()
    .describe("When push and phones stay silent, in Harare; null: never."),
});

const TIME_MESSAGE = `Please send a time of day to the half hour, like "9:00 pm".`;
const time = z
  .string(TIME_MESSAGE)
  .transform((text) => parseTime(text) ?? Number.NaN)
  .refine((minute) => minute % QUIET_STEP === 0, TIME_MESSAGE)
  .meta({ override: { type: "string", example: "9:00 pm" } });

const noticeSettingsCall = z
  .object({
    choices: z.array(choice).max(CHOSEN_TOPICS.length * CHOSEN_CHANNELS.length),
    quietHours: z
      .object({ from: time, until: time })
      .refine(({ from, until }) => from !== until, { path: ["until"], message: "Quiet hours can't be empty." })
      .nullable(),
  })
  .transform(({ choices, quietHours }): NoticeChoices => ({
    on: choices.filter(({ isOn }) => isOn).map(({ topic, channel }): Choice => `${topic}-${channel}`),
    quiet: quietHours,
  }));

const device = object("Device", "A browser that gets notifications.", {
  id: z.string(),
  name: z.string().meta({ example: "Chrome on Android" }),
  createdAt: instant,
});

const channel = z.enum(PHONE_CHANNELS);

const ownPhone = object("OwnPhone", "A phone that we write to.", {
  channel,
  phone: z.string().nullable().meta({ example: "+263712123456", description: "Null only where a call is repeated." }),
  verifiedAt: instant.nullable().describe("Null: its code has not been sent back yet."),
});

/** The request of an API client for a code; the site's form has a tick for `consent`. */
const phoneCodeCall = z
  .object({
    channel,
    phone: z.string().max(30).meta({ example: "0772 123 456" }),
    consent: z
      .literal(true, "Please ask the phone's owner, and send true once they agree.")
      .describe("The owner agrees that we write to this phone."),
  })
  .transform((call) => ({ ...call, consent: "on" as const }))
  .pipe(phoneForm);

const channelsOf = ({ channels }: DomainContext) => CHOSEN_CHANNELS.filter((channel) => channels.includes(channel));

async function settingsOf(context: DomainContext, viewer: SessionClaims) {
  const { on, quiet } = await findNoticeChoices(context.db, viewer);
  const choices = ROLE_TOPICS[viewer.role].flatMap((topic) =>
    channelsOf(context).map((channel) => ({ topic, channel, isOn: on.includes(`${topic}-${channel}`) })),
  );
  return done({ choices, quietHours: quiet });
}

const phonesOf = async ({ db, now }: DomainContext, userId: string) => done(await listOwnPhones(db, userId, now));

export const noticeOperations = {
  getNoticeSettings: operation("GET /api/auth/notice-settings", ["user", "read"], {
    summary: "What you are told, and how",
    description: "Your choice for each topic on each channel that is set up, and your quiet hours.",
    response: noticeSettings,
    run: ({ context, viewer }) => settingsOf(context, viewer),
  }),

  setNoticeSettings: operation("PUT /api/auth/notice-settings", ["user", null], {
    summary: "Choose what you are told",
    description: "Replaces all your choices: a topic and channel left out is switched off, if it can be.",
    body: noticeSettingsCall,
    response: noticeSettings,
    async run({ context, user, body }) {
      const someone = await user;
      await saveNoticeChoices(context, someone, body, channelsOf(context));
      return showStored(() => settingsOf(context, someone));
    },
  }),

  listDevices: operation("GET /api/auth/devices", ["user", "read"], {
    summary: "The devices that get notifications",
    description: "Browsers, oldest first, at most ten. A browser is added on the site, by the person who holds it.",
    response: z.array(device),
    run: async ({ context, viewer }) => done(await listPushDevices(context.db, viewer.id)),
  }),

  removeDevice: operation("DELETE /api/auth/devices/{id}", ["user", null], {
    summary: "Remove a device",
    description: "It gets no notifications any more.",
    refusals: ["deviceNotFound"],
    run: async ({ context, user, params }) =>
      saying(await removePushDevice(context, await user, params.id), "The device is removed."),
  }),

  listPhones: operation("GET /api/auth/phones", ["user", "read"], {
    summary: "The phones that we write to",
    description: "By WhatsApp and by text message, and those that a code was sent to.",
    response: z.array(ownPhone),
    run: ({ context, viewer }) => phonesOf(context, viewer.id),
  }),

  sendPhoneCode: operation("POST /api/auth/phones/code", ["user", null], {
    summary: "Send a code to a phone",
    description: "Replaces the code before it. Works for ten minutes and five tries.",
    body: phoneCodeCall,
    limits: ["phoneCodePerUser"],
    refusals: ["channelNotSetUp"],
    async run({ context, user, body }) {
      if (!context.channels.includes(body.channel)) return refuse("channelNotSetUp");
      return saying(await sendPhoneCode(context, await user, body), "The code is sent.");
    },
  }),

  verifyPhone: operation("POST /api/auth/phones", ["user", null], {
    summary: "Verify a phone by its code",
    description: "From then on we write to it; the phone before it on this channel ends.",
    body: phoneCodeForm,
    response: z.array(ownPhone),
    refusals: ["wrongCode", "codeOver", "phoneInUse"],
    async run({ context, user, body }) {
      const someone = await user;
      const result = await verifyPhone(context, someone, body.channel, body.code);
      return result.ok ? showStored(() => phonesOf(context, someone.id)) : result;
    },
  }),

  endPhone: operation("DELETE /api/auth/phones/{channel}", ["user", null], {
    summary: "End a phone",
    description: "We write to it no more, and nothing that was queued for it goes out.",
    async run({ context, user, params }) {
      await endPhone(context, await user, params.channel);
      return saying({ ok: true }, "We write to this phone no more.");
    },
  }),
};
