import { DeliveryError, type Verdict, type QueuedNotice, type Sender } from "./notice";
import { HOUR, MINUTE } from "../time/harare";
import { brand } from "~/brand";

/** The codes of Cloudflare's Email Sending. A code that is not listed, an unfinished setup included, is tried again. */
const VERDICTS: Record<string, Verdict> = {
  E_RATE_LIMIT_EXCEEDED: MINUTE,
  E_DAILY_LIMIT_EXCEEDED: HOUR,
  E_RECIPIENT_SUPPRESSED: "final",
  // All our emails have one shape: what is invalid about one is its recipient.
  E_VALIDATION_ERROR: "final",
  E_FIELD_MISSING: "final",
  E_CONTENT_TOO_LARGE: "final",
};

function codeOf(error: unknown): string | null {
  const code = typeof error === "object" && error !== null && "code" in error ? error.code : null;
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : null;
}

interface Email extends Record<"to" | "subject" | "text" | "html", string> {
  from: typeof brand.emailSender;
  headers: Record<string, string>;
}

/** Cloudflare's binding, or what stands in for it: throws if an email is not taken, with a `code` that says why. */
interface Mailer {
  send(email: Email): Promise<unknown>;
}

/** The sender of the email channel. Emails of topics that can be switched off carry a way to do it (N13). */
export const emailSender = (
  mailer: Mailer,
  unsubscribeUrl: (userId: string, topic: string) => Promise<string | null>,
): Sender => ({
  async send(notice) {
    try {
      const { userId, topic } = notice;
      await mailer.send(emailOf(notice, userId && (await unsubscribeUrl(userId, topic))));
      return null;
    } catch (error) {
      if (error instanceof DeliveryError) throw error;
      const code = codeOf(error);
      const verdict = VERDICTS[code ?? ""] ?? "retry";
      throw new DeliveryError(error instanceof Error ? error.message : String(error), verdict, code);
    }
  },
});

function emailOf({ recipient, email: words, topic }: QueuedNotice, url: string | null): Email {
  if (!words) throw new DeliveryError("It has no words for an email.", "final");
  const email = { to: recipient, from: brand.emailSender, ...words, headers: {} };
  if (!url) return email;
  return {
    ...email,
    text: `${email.text}\n\nNo more emails about ${topic}: ${url}`,
    html: email.html.replace(
      "</body>",
      `<p style="text-align:center;font-size:14px"><a href="${url}" class="link" style="color:#0F5A6B">No more emails about ${topic}</a></p></body>`,
    ),
    // RFC 8058: mail programs show a button of their own.
    headers: { "List-Unsubscribe": `<${url}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
  };
}
