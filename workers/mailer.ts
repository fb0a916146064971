import { brand } from "../app/brand";
import type { Mailer } from "../app/domain/notices/email-sender";

/** Sends through Cloudflare's email binding, which in local mode writes the email to a file. */
export function openMailer(binding: SendEmail): Mailer {
  return {
    async send({ to, subject, text, html, headers }) {
      await binding.send({ to, from: brand.emailSender, subject, text, html, headers });
    },
  };
}
