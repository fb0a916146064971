import { newId } from "../../values/id";
import { gsmLength, SMS_LENGTH, toGsm } from "../sms-text";
import { misbehave } from "./magic-numbers";

/**
 * Answers as Africa's Talking documents for `/version1/messaging`: local mode and tests send to it, because there is no
 * such account on a machine. `heard` gets what it took.
 */
export const smsStandIn =
  (heard: (message: { to: string; message: string; id: string }) => void = () => undefined): typeof fetch =>
  async (input, init) => {
    const request = new Request(input, init);
    const form = new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
    const to = form.get("to") ?? "";
    const message = form.get("message") ?? "";
    if (!request.headers.get("apiKey")) return new Response("The supplied authentication is invalid", { status: 401 });
    if (!form.get("username") || !message)
      return new Response("Request is missing required form field", { status: 400 });
    const refused = await misbehave(to, request.signal, {
      limited: new Response("Too many requests", { status: 429 }),
      broken: new Response("Internal server error", { status: 500 }),
      optedOut: about(to, 406, "UserInBlacklist"),
      invalid: about(to, 403, "InvalidPhoneNumber"),
    });
    if (refused) return refused;
    if (!/^\+2637\d{8}$/.test(to)) return about(to, 403, "InvalidPhoneNumber");
    // It would take a longer one too, and charge for each part.
    if (toGsm(message) !== message || gsmLength(message) > SMS_LENGTH) return about(to, 502, "RejectedByGateway");
    const id = `ATXid_${newId()}`;
    heard({ to, message, id });
    return about(to, 101, "Success", id);
  };

function about(number: string, statusCode: number, status: string, messageId = "None"): Response {
  const isTaken = statusCode < 200;
  const recipient = { statusCode, number, status, cost: isTaken ? "USD 0.0300" : "0", messageId };
  const Message = `Sent to ${isTaken ? 1 : 0}/1 Total Cost: USD 0.0300`;
  return Response.json({ SMSMessageData: { Message, Recipients: [recipient] } }, { status: 201 });
}

const NETWORK = { networkCode: "64801" };

/** What Africa's Talking posts when a text message comes in. */
export const smsInboundReport = ({ at, ...message }: { from: string; text: string; id: string; at: string }) =>
  new URLSearchParams({ ...message, to: "33000", linkId: newId(), date: at, ...NETWORK });

/** What it posts about one that it took: `Success`, `Failed`, `Rejected` and others. */
export const smsDeliveryReport = (id: string, status: string, failureReason?: string) =>
  new URLSearchParams({ id, status, ...NETWORK, ...(failureReason && { failureReason }) });
