import * as z from "zod";
import { personalTokenForm, SCOPES } from "~/domain/accounts/personal-token";
import { listPersonalTokens, makePersonalToken, revokePersonalToken } from "~/domain/accounts/program-access.server";
import { steppedUp } from "~/domain/accounts/second-factor/factor-use.server";
import { type Delivery, WEBHOOK_TOPICS } from "~/domain/notices/webhooks/webhook";
import { listDeliveries, sendDeliveryAgain } from "~/domain/notices/webhooks/webhook-deliveries.server";
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  webhookForm,
} from "~/domain/notices/webhooks/webhook-endpoints.server";
import { refuse } from "~/domain/values/refusal";
import { done, operation, saying } from "../operation";
import { instant, object, shownFrom, shownOnce } from "../schemas/kinds";

const scopes = z
  .array(z.enum(SCOPES))
  .describe(
    "`read`: bookings, money and figures. `book`: a client's calls. `jobs`: a plumber's. `messages`: both ways.",
  );

const personalToken = object("PersonalToken", "A way in for a program, instead of a password.", {
  id: z.string(),
  name: z.string(),
  scopes,
  createdAt: instant,
  lastUsedAt: instant.nullable().describe("To the hour; null: never."),
});

const newPersonalToken = object("NewPersonalToken", "Shown only once.", {
  id: z.string(),
  token: shownOnce(z.string().meta({ example: "pombi_…" })),
});

const webhook = object("Webhook", "An address of your own program that is told what you are told.", {
  id: z.string(),
  url: z.string(),
  topics: z.array(z.enum(WEBHOOK_TOPICS)),
  createdAt: instant,
  failingSince: instant.nullable().describe("Null: the last delivery succeeded."),
  endedAt: instant.nullable().describe("After three days of failures, or a 410. Null: in use."),
});

const newWebhook = object("NewWebhook", "The secret checks the signature of what we post. Shown only once.", {
  id: z.string(),
  secret: shownOnce(z.string().meta({ example: "whsec_…" })),
});

const delivery = shownFrom(
  ({ kind }: Delivery) => ({ type: kind }),
  object("WebhookDelivery", "One try to post an event to a webhook.", {
    id: z.string(),
    type: z.string().describe("The event's."),
    title: z.string(),
    answer: z.int().nullable().describe("The status of your answer; null: there was none in time."),
    took: z.int().describe("In milliseconds."),
    at: instant,
  }),
);

export const programOperations = {
  listTokens: operation("GET /api/auth/tokens", ["participant", null], {
    summary: "Your personal tokens",
    description: "Newest first, without the tokens themselves.",
    response: z.array(personalToken),
    run: async ({ context, viewer }) => done(await listPersonalTokens(context.db, viewer.id)),
  }),

  makeToken: operation("POST /api/auth/tokens", ["participant", null], {
    summary: "Make a personal token",
    description:
      "At most twenty at a time and twenty a day, within ten minutes of signing in. Signing out everywhere and a new password end them all.",
    body: personalTokenForm,
    response: newPersonalToken,
    makes: "always",
    limits: ["tokenPerUser"],
    refusals: ["stepUpRequired", "sessionEnded", "tooManyTokens"],
    async run({ context, user, body }) {
      const owner = steppedUp(await user, context.now);
      if (!owner) return refuse("stepUpRequired");
      const result = await makePersonalToken(context, owner, body);
      return result.ok ? done(result) : result;
    },
  }),

  revokeToken: operation("DELETE /api/auth/tokens/{id}", ["participant", null], {
    summary: "Revoke a personal token",
    description: "Its next call gets 401.",
    refusals: ["tokenNotFound"],
    run: async ({ context, user, params }) =>
      saying(await revokePersonalToken(context, await user, params.id), "The token is revoked."),
  }),

  listWebhooks: operation("GET /api/auth/webhooks", ["participant", null], {
    summary: "Your webhooks",
    description: "Newest first, those that have ended too.",
    response: z.array(webhook),
    run: async ({ context, viewer }) => done(await listWebhooks(context.db, viewer.id)),
  }),

  addWebhook: operation("POST /api/auth/webhooks", ["participant", null], {
    summary: "Add a webhook",
    description:
      "At most five at a time and twenty a day, within ten minutes of signing in, each an https address on a public server. What is posted there is described under Webhooks.",
    body: webhookForm,
    response: newWebhook,
    makes: "always",
    limits: ["webhookPerUser"],
    refusals: ["stepUpRequired", "sessionEnded", "webhookAddressRefused", "tooManyWebhooks"],
    async run({ context, user, body }) {
      const owner = steppedUp(await user, context.now);
      if (!owner) return refuse("stepUpRequired");
      const result = await addWebhook(context, owner, body, context.localMode);
      return result.ok ? done(result) : result;
    },
  }),

  removeWebhook: operation("DELETE /api/auth/webhooks/{id}", ["participant", null], {
    summary: "Remove a webhook",
    description: "Its deliveries are deleted, and queued ones are not posted.",
    refusals: ["webhookNotFound"],
    run: async ({ context, user, params }) =>
      saying(await removeWebhook(context, await user, params.id), "The webhook is removed."),
  }),

  listDeliveries: operation("GET /api/auth/webhooks/{id}/deliveries", ["participant", null], {
    summary: "What a webhook answered",
    description: "The last 20 deliveries, newest first.",
    response: z.array(delivery),
    refusals: ["webhookNotFound"],
    async run({ context, viewer, params }) {
      const [webhooks, deliveries] = await Promise.all([
        listWebhooks(context.db, viewer.id),
        listDeliveries(context.db, viewer.id),
      ]);
      if (!webhooks.some(({ id }) => id === params.id)) return refuse("webhookNotFound");
      return done(deliveries.filter(({ endpointId }) => endpointId === params.id));
    },
  }),

  sendDeliveryAgain: operation("POST /api/auth/deliveries/{id}/again", ["participant", null], {
    summary: "Send a delivery again",
    description: "With the same `id` and body, signed anew.",
    refusals: ["deliveryNotFound"],
    run: async ({ context, user, params }) =>
      saying(await sendDeliveryAgain(context, await user, params.id), "It is on its way again."),
  }),
};
