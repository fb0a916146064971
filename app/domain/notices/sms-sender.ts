import * as z from "zod";
import { parseJson } from "../values/text";
import { HOUR, MINUTE } from "../time/harare";
import { DeliveryError, readShortNotice, type Sender, type Verdict } from "./notice";
import { smsText } from "./sms-text";

const API = "https://api.africastalking.com/version1/messaging";

/** The statuses of a recipient that Africa's Talking documents. A code that is not listed was taken, or is tried again. */
const VERDICTS: Record<number, Verdict> = {
  403: "final", // InvalidPhoneNumber
  404: "final", // UnsupportedNumberType
  405: HOUR, // InsufficientBalance
  406: "drop", // UserInBlacklist
  409: "drop", // DoNotDisturbRejection
};

const answer = z.object({
  SMSMessageData: z.object({
    Message: z.string(),
    Recipients: z.array(
      z.object({ statusCode: z.number(), status: z.string(), messageId: z.string().nullish() }).loose(),
    ),
  }),
});

/** Sends text messages by Africa's Talking's HTTP API (N15). `sender`: the name or short code that they come from. */
export const smsSender = (
  { username, apiKey, sender }: { username: string; apiKey: string; sender: string | null },
  { origin, fetch }: { origin: string; fetch: typeof globalThis.fetch },
): Sender => ({
  async send(notice, signal) {
    const response = await fetch(API, {
      method: "POST",
      signal,
      headers: { apiKey, Accept: "application/json", "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        username,
        to: notice.recipient,
        message: smsText(readShortNotice(notice), origin),
        ...(sender && { from: sender }),
      }),
    });
    const text = await response.text();
    const { status } = response;
    if (status === 429) throw new DeliveryError("Africa's Talking: too many requests.", MINUTE, "429");
    if (!response.ok) throw new DeliveryError(`Africa's Talking answered ${status}.`, "retry", String(status));
    return readAnswer(text);
  },
});

function readAnswer(text: string): string | null {
  const read = answer.safeParse(parseJson(text));
  if (!read.success) throw new DeliveryError("Africa's Talking answered something else than documented.", "retry");
  const { Message, Recipients } = read.data.SMSMessageData;
  const [recipient] = Recipients;
  // Of the whole request, like an unknown sender: no one was written to.
  if (!recipient) throw new DeliveryError(`Africa's Talking: ${Message}`, "retry");
  const { statusCode, status, messageId } = recipient;
  if (statusCode < 100 || statusCode > 102)
    throw new DeliveryError(`Africa's Talking: ${status}`, VERDICTS[statusCode] ?? "retry", String(statusCode));
  return messageId && messageId !== "None" ? messageId : null;
}
