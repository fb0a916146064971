import type { Instant } from "../../time/harare";
import type { WebhookTopic } from "./webhook-form";

/** A webhook as its owner sees it. */
export interface Webhook {
  id: string;
  url: string;
  topics: WebhookTopic[];
  createdAt: Instant;
  /** Since when nothing was taken; null: the last delivery succeeded. */
  failingSince: Instant | null;
  endedAt: Instant | null;
}

/** A try to post to a webhook, as its owner sees it. */
export interface Delivery {
  id: string;
  endpointId: string;
  kind: string;
  title: string;
  /** The status of the answer; null: there was none. */
  answer: number | null;
  /** In milliseconds. */
  took: number;
  at: Instant;
}
