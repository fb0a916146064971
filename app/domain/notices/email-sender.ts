import { DeliveryError, type Verdict, type QueuedNotice, type Sender } from "./notice";
import { HOUR, MINUTE } from "../time/harare";
import type { RenderedEmail } from "../email/email-template";

/** The codes of Cloudflare's Email Sending. What is not listed, an unfinished setup included, is tried again. */
const VERDICTS: Record<string, Verdict> = {
  E_RATE_LIMIT_EXCEEDED: { kind: "wait", for: MINUTE },
  E_DAILY_LIMIT_EXCEEDED: { kind: "wait", for: HOUR },
  E_RECIPIENT_SUPPRESSED: { kind: "final" },
  // All our emails have one shape: what is invalid about one is its recipient.
  E_VALIDATION_ERROR: { kind: "final" },
  E_FIELD_MISSING: { kind: "final" },
  E_CONTENT_TOO_LARGE: { kind: "final" },
};

export function codeOf(error: unknown): string | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : null;
}

const verdictOn = (code: string | null): Verdict => (code !== null && VERDICTS[code]) || { kind: "retry" };

/** Sends an email, or throws if the provider did not take it: the error's `code` says why. */
export interface Mailer {
  send(email: RenderedEmail & { to: string; headers: Record<string, string> }): Promise<void>;
}

type UnsubscribeUrl = (userId: string, topic: string) => Promise<string | null>;

/** The sender of the email channel. Emails of topics that can be switched off carry a way to do it (N13). */
export const emailSender = (mailer: Mailer, unsubscribeUrl: UnsubscribeUrl): Sender => ({
  async send(notice) {
    try {
      await mailer.send(await withUnsubscribing(notice, unsubscribeUrl));
      return null;
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
