import { brand } from "~/brand";
import { enquiries } from "~/db/schema";
import { sql } from "drizzle-orm";
import type { DomainContext } from "../domain-context.server";
import { queueEmail } from "../email/outbox.server";
import { formatPhone } from "../values/phone";
import { newId } from "../values/id";
import { HONEYPOT, type EnquiryTopic } from "./enquiry";
import type { Enquiry } from "./enquiry-forms";

/**
 * Puts a visitor's message into the desk's inbox and emails the company (W4). A filled honeypot is
 * answered like everything else and kept nowhere. Attempts are counted by the caller.
 */
export async function sendEnquiry(
  { db, now, emit }: DomainContext,
  topic: EnquiryTopic,
  enquiry: Enquiry,
): Promise<void> {
  const { [HONEYPOT]: trap, ...words } = enquiry;
  if (trap) return;
  const id = newId();
  await db.batch([
    db.insert(enquiries).values({ id, topic, ...words, createdAt: now }),
    queueEmail(
      db,
      {
        kind: "enquiry",
        causeId: id,
        recipient: brand.mail,
        template: {
          subject: `A message from the site: ${words.subject ?? topic}`,
          to: null,
          paragraphs: [words.message],
          facts: [
            ["From", words.name],
            ["Email", words.email],
            ...(words.phone ? [["Phone", formatPhone(words.phone)] as [string, string]] : []),
          ],
        },
      },
      sql`true`,
      now,
    ),
  ]);
  emit({ type: "deskChanged" });
}
