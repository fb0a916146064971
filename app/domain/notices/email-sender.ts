import type { RenderedEmail } from "../email/email-template";
import { DeliveryError, type QueuedNotice, type Sender } from "./delivery";
import { codeOf, verdictOn } from "./email-errors";

/** What sends an email. Throws if the provider did not take it; the error's `code` says why. */
export interface Mailer {
  send(email: RenderedEmail & { to: string; headers: Record<string, string> }): Promise<void>;
}

/** Where a user ends the emails of a topic; null for topics that stay on. */
type UnsubscribeUrl = (userId: string, topic: string) => Promise<string | null>;

/** The sender of the email channel. Emails of topics that can be switched off carry a way to do it (N13). */
export const emailSender = (mailer: Mailer, unsubscribeUrl: UnsubscribeUrl): Sender => ({
  async send(notice) {
    try {
      await mailer.send(await withUnsubscribing(notice, unsubscribeUrl));
      return { providerId: null };
    } catch (error) {
      if (error instanceof DeliveryError) throw error;
      const code = codeOf(error);
      throw new DeliveryError(error instanceof Error ? error.message : String(error), verdictOn(code), code);
    }
  },
});

async function withUnsubscribing(
  { recipient, email: words, userId, topic }: QueuedNotice,
  unsubscribeUrl: UnsubscribeUrl,
) {
  if (!words) throw new DeliveryError("It has no words for an email.", { kind: "final" });
  const email = { to: recipient, ...words, headers: {} };
  const url = userId && (await unsubscribeUrl(userId, topic));
  if (!url) return email;
  return {
    ...email,
    text: `${email.text}\n\nNo more emails about ${topic}: ${url}`,
    html: email.html.replace(
      "</body>",
      `<p style="text-align:center;font-size:14px"><a href="${url}" style="color:#5E727B">No more emails about ${topic}</a></p></body>`,
    ),
    // RFC 8058: mail programs show a button of their own.
    headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}
