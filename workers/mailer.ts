import { brand } from "../app/brand";
import type { Mailer } from "../app/domain/email/outbox.server";

/** Sends through Cloudflare's mail binding; in local mode that binding writes the mail to a file instead. */
export function openMailer(binding: SendEmail): Mailer {
  return {
    async send({ to, subject, text, html }) {
      await binding.send({ to, from: brand.emailSender, subject, text, html });
    },
  };
}
