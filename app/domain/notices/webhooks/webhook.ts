import type { Instant } from "../../time/harare";
import type { Role } from "../../values/user";
import { ROLE_TOPICS, type ChosenTopic } from "../choices";

export const MAX_ADDRESS_LENGTH = 500;

export type WebhookTopic = Exclude<ChosenTopic, "news">;
/** The topics of webhooks: no program gets our news. */
export const webhookTopicsOf = (role: Role) => ROLE_TOPICS[role].filter((topic) => topic !== "news");
export const WEBHOOK_TOPICS = webhookTopicsOf("plumber");

/** A webhook as its owner sees it. `failingSince` null: the last delivery succeeded. */
export interface Webhook {
  id: string;
  url: string;
  topics: WebhookTopic[];
  createdAt: Instant;
  failingSince: Instant | null;
  endedAt: Instant | null;
}

/** One post to a webhook; `answer`: the status of what answered, null: nothing did; `took`: in ms. */
export interface Delivery {
  id: string;
  endpointId: string;
  kind: string;
  title: string;
  answer: number | null;
  took: number;
  at: Instant;
}

/** Endings of names that never lead out of someone's own network, and of those that lead to any IP address they name. */
const PRIVATE_NAMES =
  /(^|\.)(local|internal|localhost|localdomain|lan|home|corp|intranet|private|svc|test|invalid|arpa|(nip|sslip|xip)\.io|(localtest|lvh|traefik)\.me)$/;
/** Two names or more, none of them empty, the last one no number. */
const PUBLIC_NAME = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/;
/** Where Cloudflare expects https: no other service has to hear from us. */
const PORTS = ["", "2053", "2083", "2087", "2096", "8443"];

/**
 * The normalised address of a webhook, https and of a public name; null if we don't post there (X11). IP addresses are
 * refused whatever they say: the URL parser has made their other spellings plain.
 */
export function webhookAddress(text: string, origin: string, allowsLocalhost: boolean): string | null {
  const url = text.length <= MAX_ADDRESS_LENGTH && URL.canParse(text) ? new URL(text) : null;
  const hasCredentials = !url?.href.startsWith(`${url.protocol}//${url.host}`);
  if (!url || hasCredentials) return null;
  url.hash = "";
  if (url.protocol === "http:")
    return allowsLocalhost && url.hostname === "localhost" && url.port && url.origin !== origin ? url.href : null;
  const host = url.hostname.replace(/\.$/, "");
  const isOurs = host === new URL(origin).hostname;
  const isPublic = PUBLIC_NAME.test(host) && !isOurs && !PRIVATE_NAMES.test(host);
  return url.protocol === "https:" && isPublic && PORTS.includes(url.port) ? url.href : null;
}
