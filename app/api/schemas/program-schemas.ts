import * as z from "zod";
import { SCOPES, type PersonalToken } from "~/domain/accounts/personal-token";
import type { Delivery, Webhook } from "~/domain/notices/webhooks/webhook";
import { WEBHOOK_TOPICS } from "~/domain/notices/webhooks/webhook-form";
import { instant, toInstant } from "./shared-keys";

const scopes = z.array(z.enum(SCOPES)).meta({
  description:
    "`read`: bookings, money and figures. `book`: a client's calls. `jobs`: a plumber's. `messages`: both ways.",
});
const topics = z.array(z.enum(WEBHOOK_TOPICS));

/** For the user alone. */
export const personalToken = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes,
    createdAt: instant,
    lastUsedAt: instant.nullable().meta({ description: "To the hour; null: never." }),
  })
  .meta({ id: "PersonalToken", description: "A way in for a program, instead of a password." });

export const toPersonalToken = ({
  id,
  name,
  scopes,
  createdAt,
  lastUsedAt,
}: PersonalToken): z.output<typeof personalToken> => ({
  id,
  name,
  scopes,
  createdAt: toInstant(createdAt),
  lastUsedAt: lastUsedAt === null ? null : toInstant(lastUsedAt),
});

export const newPersonalToken = z
  .object({ id: z.string(), token: z.string().meta({ example: "pombi_…" }) })
  .meta({ id: "NewPersonalToken", description: "Shown only once." });

/** For the user alone. */
export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    topics,
    createdAt: instant,
    failingSince: instant.nullable().meta({ description: "Null: the last delivery succeeded." }),
    endedAt: instant.nullable().meta({ description: "After three days of failures, or a 410. Null: in use." }),
  })
  .meta({ id: "Webhook", description: "An address of your own program that is told what you are told." });

export const toWebhook = (one: Webhook): z.output<typeof webhook> => ({
  id: one.id,
  url: one.url,
  topics: one.topics,
  createdAt: toInstant(one.createdAt),
  failingSince: one.failingSince === null ? null : toInstant(one.failingSince),
  endedAt: one.endedAt === null ? null : toInstant(one.endedAt),
});

export const newWebhook = z
  .object({ id: z.string(), secret: z.string().meta({ example: "whsec_…" }) })
  .meta({ id: "NewWebhook", description: "The secret checks the signature of what we post. Shown only once." });

/** For the user alone. */
export const delivery = z
  .object({
    id: z.string(),
    type: z.string().meta({ description: "The event's." }),
    title: z.string(),
    answer: z.int().nullable().meta({ description: "The status of your answer; null: there was none in time." }),
    took: z.int().meta({ description: "In milliseconds." }),
    at: instant,
  })
  .meta({ id: "WebhookDelivery", description: "One try to post an event to a webhook." });

export const toDelivery = ({ id, kind, title, answer, took, at }: Delivery): z.output<typeof delivery> => ({
  id,
  type: kind,
  title,
  answer,
  took,
  at: toInstant(at),
});

/** What is posted to a webhook: the body that `webhookBody` makes. */
export const webhookEvent = z
  .object({
    id: z.string().meta({ description: "The same each time it is sent: ignore one that you have had." }),
    type: z.string().meta({
      description: "What happened. There will be more types: ignore those you don't know.",
      example: "bookingTransitioned",
    }),
    createdAt: instant,
    data: z.object({
      title: z.string().meta({ example: "Tendai has confirmed the booking" }),
      body: z.string().meta({ example: "Fri 27 Nov, 10:30 am" }),
      url: z.string().meta({ description: "The page about it." }),
      bookingId: z.string().nullable().meta({ description: "Ask for it by `GET /api/bookings/{id}`." }),
      reference: z.string().nullable().meta({ example: "PB-7K3QF2" }),
    }),
  })
  .meta({ id: "WebhookEvent", description: "Something you are told, without addresses and phones." });
