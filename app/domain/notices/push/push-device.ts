import * as z from "zod";
import { fromBase64Url } from "../../values/secrets";
import type { Instant } from "../../time/harare";
import { isPushService } from "./push-services";

/** How many devices someone has at most: with one more, the oldest goes. */
export const MAX_DEVICES = 10;

/** A device in its owner's settings (N14). */
export interface PushDevice {
  id: string;
  name: string;
  createdAt: Instant;
  /** Whether it is the one in use. */
  isThis: boolean;
}

const bytes = (length: number) =>
  z.string().refine((text) => fromBase64Url(text)?.length === length, "That is no key of a browser.");

/**
 * What a browser gives when it subscribes (N14). `standIn`: the origin whose stand-in counts as a push service, in local
 * mode.
 */
export const subscriptionForm = (standIn: string | null) =>
  z.object({
    endpoint: z
      .string()
      .max(1000)
      .refine((endpoint) => isPushService(endpoint, standIn), "We don't know this browser's push service."),
    p256dh: bytes(65),
    auth: bytes(16),
  });

export type Subscription = z.output<ReturnType<typeof subscriptionForm>>;
