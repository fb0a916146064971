import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { enquiries } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { exceeded, hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { newId } from "../values/id";
import type { TooMany } from "../values/refusal";
import { HONEYPOT, type EnquiryTopic } from "./enquiry";
import type { Enquiry } from "./enquiry-forms";
import { enquiryNotices } from "./enquiry-notices";

/**
 * Puts a visitor's message into the inbox and tells the office (W4); one with a filled honeypot is dropped. Refuses
 * with `tooMany` per sender and IP address (L1).
 */
export async function sendEnquiry(
  context: DomainContext,
  topic: EnquiryTopic,
  enquiry: Enquiry,
  clientAddress: string,
): Promise<{ ok: true } | TooMany> {
  const { db, now, emit } = context;
  const { [HONEYPOT]: trap, name, email, phone, subject, message } = enquiry;
  const perSender: Attempt = ["contactPerSender", email];
  const perAddress: Attempt = ["contactPerAddress", clientAddress];
  const id = newId();
  const isTaken = sql`${!trap} and ${isWithinLimit(context, perSender, perAddress)}`;
  const { counted, written } = await batch(db, {
    counted: [hit(context, perSender), hit(context, perAddress)],
    written: insertWhere(db, enquiries, { id, topic, name, email, phone, subject, message, createdAt: now }, isTaken),
    notice: notify(
      context,
      { office: true },
      enquiryNotices.enquiry,
      { subject: subject ?? topic, name, email, phone, message },
      { causeId: id, condition: isTaken },
    ),
  });
  const tooMany = exceeded(context, counted.flat());
  if (tooMany) return tooMany;
  if (written.meta.changes === 1) emit({ type: "officeChanged" });
  return { ok: true };
}
