import { newId } from "../../values/id";
import { gsmLength, SMS_LENGTH, toGsm } from "../sms-text";
import { misbehaviourAt, slowly } from "./magic-numbers";

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
    switch (misbehaviourAt(to)) {
      case "limited":
        return new Response("Too many requests", { status: 429 });
      case "broken":
        return new Response("Internal server error", { status: 500 });
      case "gone":
        throw new TypeError("Network connection lost.");
      case "slow":
        await slowly(request.signal);
        break;
      case "optedOut":
        return about(to, 406, "UserInBlacklist");
      case "invalid":
        return about(to, 403, "InvalidPhoneNumber");
    }
    if (!/^\+2637\d{8}$/.test(to)) return about(to, 403, "InvalidPhoneNumber");
    // It would take a longer one too, and charge for each part.
    if (toGsm(message) !== message || gsmLength(message) > SMS_LENGTH) return about(to, 502, "RejectedByGateway");
    const id = `ATXid_${newId()}`;
    heard({ to, message, id });
    return about(to, 101, "Success", id);
  };

const about = (number: string, statusCode: number, status: string, messageId = "None") =>
  Response.json(
    {
      SMSMessageData: {
        Message: `Sent to ${statusCode < 200 ? 1 : 0}/1 Total Cost: USD 0.0300`,
        Recipients: [{ statusCode, number, status, cost: statusCode < 200 ? "USD 0.0300" : "0", messageId }],
      },
    },
    { status: 201 },
  );

/** What Africa's Talking posts when a text message comes in. */
export const smsInboundReport = (message: { from: string; text: string; id: string; at: string }) =>
  new URLSearchParams({
    from: message.from,
    to: "33000",
    text: message.text,
    id: message.id,
    linkId: newId(),
    date: message.at,
    networkCode: "64801",
  });

/** What it posts about one that it took: `Success`, `Failed`, `Rejected` and others. */
export const smsDeliveryReport = (id: string, status: string, failureReason?: string) =>
  new URLSearchParams({
    id,
    status,
    networkCode: "64801",
    ...(failureReason && { failureReason }),
  });
