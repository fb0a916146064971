import * as z from "zod";
import { parseJson } from "../values/text";
import { HOUR, MINUTE } from "../time/harare";
import { DeliveryError, readShortNotice, type Sender, type Verdict } from "./notice";
import { smsText } from "./sms-text";

const API = "https://api.africastalking.com/version1/messaging";

const RETRY: Verdict = { kind: "retry" };
const FINAL: Verdict = { kind: "final" };
const OPTED_OUT: Verdict = { kind: "drop" };

/** The statuses of a recipient that Africa's Talking documents. What is not listed was taken, or is tried again. */
const VERDICTS: Record<number, Verdict> = {
  403: FINAL, // InvalidPhoneNumber
  404: FINAL, // UnsupportedNumberType
  405: { kind: "wait", for: HOUR }, // InsufficientBalance
  406: OPTED_OUT, // UserInBlacklist
  409: OPTED_OUT, // DoNotDisturbRejection
};

const isTaken = (status: number) => status >= 100 && status <= 102;

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
    if (response.status === 429)
      throw new DeliveryError("Africa's Talking: too many requests.", { kind: "wait", for: MINUTE }, "429");
    if (!response.ok)
      throw new DeliveryError(`Africa's Talking answered ${response.status}.`, RETRY, String(response.status));
    return readAnswer(text);
  },
});

function readAnswer(text: string): string | null {
  const read = answer.safeParse(parseJson(text));
  if (!read.success) throw new DeliveryError("Africa's Talking answered something else than documented.", RETRY);
  const { Message, Recipients } = read.data.SMSMessageData;
  const [recipient] = Recipients;
  // Of the whole request, like an unknown sender: nobody was written to.
  if (!recipient) throw new DeliveryError(`Africa's Talking: ${Message}`, RETRY);
  const { statusCode, status, messageId } = recipient;
  if (!isTaken(statusCode))
    throw new DeliveryError(`Africa's Talking: ${status}`, VERDICTS[statusCode] ?? RETRY, String(statusCode));
  return messageId && messageId !== "None" ? messageId : null;
}
