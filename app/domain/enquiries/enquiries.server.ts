import { enquiries } from "~/db/schema";
import { sql } from "drizzle-orm";
import type { DomainContext } from "../domain-context.server";
import { notify } from "../notices/notify.server";
import { newId } from "../values/id";
import { HONEYPOT, type EnquiryTopic } from "./enquiry";
import type { Enquiry } from "./enquiry-forms";
import { enquiryNotices } from "./enquiry-notices";

/**
 * Puts a visitor's message into the desk's inbox and emails the company (W4). A filled honeypot is
 * answered like everything else and kept nowhere. Attempts are counted by the caller.
 */
export async function sendEnquiry(context: DomainContext, topic: EnquiryTopic, enquiry: Enquiry): Promise<void> {
  const { db, now, emit } = context;
  const { [HONEYPOT]: trap, ...words } = enquiry;
  if (trap) return;
  const id = newId();
  await db.batch([
    db.insert(enquiries).values({ id, topic, ...words, createdAt: now }),
    notify(
      context,
      { office: true },
      enquiryNotices.enquiry,
      { topic, enquiry },
      { causeId: id, condition: sql`true` },
    ),
  ]);
  emit({ type: "deskChanged" });
}
