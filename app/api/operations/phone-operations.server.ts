import * as z from "zod";
import { endPhone, listOwnPhones, sendPhoneCode, verifyPhone } from "~/domain/accounts/phone-channels.server";
import { phoneCodeForm } from "~/domain/accounts/phone-forms";
import type { DomainContext } from "~/domain/domain-context.server";
import { PHONE_CHANNELS } from "~/domain/notices/choices";
import { refuse } from "~/domain/values/refusal";
import { done, operation, said, saying, showStored } from "../operation";
import { ownPhone, phoneCodeCall, toOwnPhone } from "../schemas/phone-schemas";

const listOf = async ({ db, now }: DomainContext, userId: string) =>
  done((await listOwnPhones(db, userId, now)).map(toOwnPhone));

export const phoneOperations = [
  operation({
    id: "listPhones",
    topic: "Accounts",
    method: "GET",
    path: "/api/auth/phones",
    summary: "The phones that we write to",
    description: "By WhatsApp and by text message, and those that a code was sent to.",
    caller: "user",
    scope: "read",
    response: z.array(ownPhone),
    refusals: [],
    run: ({ context, viewer }) => listOf(context, viewer.id),
  }),

  operation({
    id: "sendPhoneCode",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/phones/code",
    summary: "Send a code to a phone",
    description: "Replaces the code before it. Works for ten minutes and five tries.",
    caller: "user",
    scope: null,
    body: { as: "json", schema: phoneCodeCall },
    response: said,
    limits: ["phoneCodePerUser"],
    refusals: ["channelNotSetUp", "tooMany"],
    async run({ context, user, body }) {
      if (!context.channels.includes(body.channel)) return refuse("channelNotSetUp");
      return saying(await sendPhoneCode(context, await user, body, context.clientAddress), "The code is sent.");
    },
  }),

  operation({
    id: "verifyPhone",
    topic: "Accounts",
    method: "POST",
    path: "/api/auth/phones",
    summary: "Verify a phone by its code",
    description: "From then on we write to it; the phone before it on this channel ends.",
    caller: "user",
    scope: null,
    body: { as: "json", schema: phoneCodeForm },
    response: z.array(ownPhone),
    refusals: ["wrongCode", "codeOver", "phoneInUse"],
    async run({ context, user, body }) {
      const someone = await user;
      const result = await verifyPhone(context, someone, body.channel, body.code);
      return result.ok ? showStored(() => listOf(context, someone.id)) : result;
    },
  }),

  operation({
    id: "endPhone",
    topic: "Accounts",
    method: "DELETE",
    path: "/api/auth/phones/{channel}",
    summary: "End a phone",
    description: "We write to it no more, and nothing that was queued for it goes out.",
    caller: "user",
    scope: null,
    params: z.object({ channel: z.enum(PHONE_CHANNELS) }),
    response: said,
    refusals: [],
    async run({ context, user, params }) {
      await endPhone(context, await user, params.channel);
      return saying({ ok: true }, "We write to this phone no more.");
    },
  }),
];
