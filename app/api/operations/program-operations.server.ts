import * as z from "zod";
import { personalTokenForm } from "~/domain/accounts/personal-token";
import { listPersonalTokens, makePersonalToken, revokePersonalToken } from "~/domain/accounts/personal-tokens.server";
import { steppedUp } from "~/domain/accounts/second-factor/step-up.server";
import { listDeliveries, sendDeliveryAgain } from "~/domain/notices/webhooks/webhook-deliveries.server";
import { addWebhook, listWebhooks, removeWebhook } from "~/domain/notices/webhooks/webhook-endpoints.server";
import { webhookForm } from "~/domain/notices/webhooks/webhook-form";
import { refuse } from "~/domain/values/refusal";
import { byId, done, made, operation, said, saying } from "../operation";
import {
  delivery,
  newPersonalToken,
  newWebhook,
  personalToken,
  toDelivery,
  toPersonalToken,
  toWebhook,
  webhook,
} from "../schemas/program-schemas";

export const programOperations = [
  operation({
    id: "listTokens",
    topic: "Programs",
    method: "GET",
    path: "/api/auth/tokens",
    summary: "Your personal tokens",
    description: "Newest first, without the tokens themselves.",
    caller: "participant",
    scope: null,
    response: z.array(personalToken),
    refusals: [],
    run: async ({ context, viewer }) => done((await listPersonalTokens(context.db, viewer.id)).map(toPersonalToken)),
  }),

  operation({
    id: "makeToken",
    topic: "Programs",
    method: "POST",
    path: "/api/auth/tokens",
    summary: "Make a personal token",
    description:
      "At most twenty, within ten minutes of signing in. Signing out everywhere and a new password end them all.",
    caller: "participant",
    scope: null,
    body: { as: "json", schema: personalTokenForm },
    response: newPersonalToken,
    makes: "always",
    keepsResponse: false,
    refusals: ["stepUpRequired", "tooManyTokens"],
    async run({ context, user, body }) {
      const owner = steppedUp(await user, context.now);
      if (!owner) return refuse("stepUpRequired");
      const result = await makePersonalToken(context, owner, body);
      return result.ok ? made({ id: result.id, token: result.token }) : result;
    },
  }),

  operation({
    id: "revokeToken",
    topic: "Programs",
    method: "DELETE",
    path: "/api/auth/tokens/{id}",
    summary: "Revoke a personal token",
    description: "Its next call gets 401.",
    caller: "participant",
    scope: null,
    params: byId,
    response: said,
    refusals: ["tokenNotFound"],
    run: async ({ context, user, params }) =>
      saying(await revokePersonalToken(context, await user, params.id), "The token is revoked."),
  }),

  operation({
    id: "listWebhooks",
    topic: "Programs",
    method: "GET",
    path: "/api/auth/webhooks",
    summary: "Your webhooks",
    description: "Newest first, those that have ended too.",
    caller: "participant",
    scope: null,
    response: z.array(webhook),
    refusals: [],
    run: async ({ context, viewer }) => done((await listWebhooks(context.db, viewer.id)).map(toWebhook)),
  }),

  operation({
    id: "addWebhook",
    topic: "Programs",
    method: "POST",
    path: "/api/auth/webhooks",
    summary: "Add a webhook",
    description:
      "At most five, within ten minutes of signing in, each an https address on a public server. What is posted there is described under Webhooks.",
    caller: "participant",
    scope: null,
    body: { as: "json", schema: webhookForm },
    response: newWebhook,
    makes: "always",
    keepsResponse: false,
    refusals: ["stepUpRequired", "webhookAddressRefused", "tooManyWebhooks"],
    async run({ context, user, body }) {
      const owner = steppedUp(await user, context.now);
      if (!owner) return refuse("stepUpRequired");
      const result = await addWebhook(context, owner, body, context.localMode);
      return result.ok ? made({ id: result.id, secret: result.secret }) : result;
    },
  }),

  operation({
    id: "removeWebhook",
    topic: "Programs",
    method: "DELETE",
    path: "/api/auth/webhooks/{id}",
    summary: "Remove a webhook",
    description: "Its deliveries are deleted, and queued ones are not posted.",
    caller: "participant",
    scope: null,
    params: byId,
    response: said,
    refusals: ["webhookNotFound"],
    run: async ({ context, user, params }) =>
      saying(await removeWebhook(context, await user, params.id), "The webhook is removed."),
  }),

  operation({
    id: "listDeliveries",
    topic: "Programs",
    method: "GET",
    path: "/api/auth/webhooks/{id}/deliveries",
    summary: "What a webhook answered",
    description: "The last 20 deliveries, newest first.",
    caller: "participant",
    scope: null,
    params: byId,
    response: z.array(delivery),
    refusals: ["webhookNotFound"],
    async run({ context, viewer, params }) {
      const [webhooks, deliveries] = await Promise.all([
        listWebhooks(context.db, viewer.id),
        listDeliveries(context.db, viewer.id),
      ]);
      if (!webhooks.some(({ id }) => id === params.id)) return refuse("webhookNotFound");
      return done(deliveries.filter(({ endpointId }) => endpointId === params.id).map(toDelivery));
    },
  }),

  operation({
    id: "sendDeliveryAgain",
    topic: "Programs",
    method: "POST",
    path: "/api/auth/deliveries/{id}/again",
    summary: "Send a delivery again",
    description: "With the same `id` and body, signed anew.",
    caller: "participant",
    scope: null,
    params: byId,
    response: said,
    refusals: ["deliveryNotFound"],
    run: async ({ context, user, params }) =>
      saying(await sendDeliveryAgain(context, await user, params.id), "It is on its way again."),
  }),
];
