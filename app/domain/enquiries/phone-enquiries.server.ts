import { sql } from "drizzle-orm";
import { batch } from "~/db/client.server";
import { insertWhere } from "~/db/typed-writes.server";
import { enquiries } from "~/db/schema";
import type { DomainContext } from "../domain-context.server";
import type { PhoneChannel } from "../notices/choices";
import { notify } from "../notices/notify.server";
import { hit, isWithinLimit, type Attempt } from "../rate-limits/counter.server";
import { formatPhone } from "../values/phone";
import { enquiryNotices } from "./enquiry-notices";

const SUBJECTS: Record<PhoneChannel, string> = { whatsapp: "By WhatsApp", sms: "By text message" };

/**
 * Puts a message from a phone into the inbox and tells the office (N15), once for each message (`id`). Counts per phone
 * (L1): what is beyond the limit is dropped.
 */
export async function receivePhoneEnquiry(
  context: DomainContext,
  {
    id,
    channel,
    phone,
    name,
    text,
  }: { id: string; channel: PhoneChannel; phone: string; name: string | null; text: string },
): Promise<void> {
  const { db, now, emit } = context;
  const attempt: Attempt = ["enquiryPerPhone", phone];
  const isNew = sql`not exists (select 1 from enquiries where id = ${id})`;
  // A client without an email is known only by phone (B29).
  const caller = sql`(select first_name || ' ' || last_name from users where phone = ${phone} and email is null limit 1)`;
  const { written } = await batch(db, {
    counted: hit(context, attempt, isNew),
    written: insertWhere(
      db,
      enquiries,
      {
        id,
        topic: channel,
        name: sql`coalesce(${name}, ${caller}, ${formatPhone(phone)})`,
        email: null,
        phone,
        subject: SUBJECTS[channel],
        message: text,
        createdAt: now,
      },
      sql`${isNew} and ${isWithinLimit(context, attempt)}`,
    ),
    notice: notify(
      context,
      { office: true },
      enquiryNotices.phoneEnquiry,
      { subject: SUBJECTS[channel], name, phone, message: text },
      { causeId: id, condition: sql`exists (select 1 from enquiries where id = ${id})` },
    ),
  });
  if (written.meta.changes === 1) emit({ type: "officeChanged" });
}
