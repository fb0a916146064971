import { expect } from "vitest";
import { openDatabase } from "~/db/client.server";
import { receiveInbound } from "~/dialogue/inbound.server";
import { mayWriteFreely } from "~/domain/accounts/phone-channels.server";
import { type HeardMessage, whatsAppStandIn } from "~/domain/notices/phone-stand-ins";
import { whatsAppSender } from "~/domain/notices/whatsapp-sender";
import { checkPayments } from "~/domain/escrow/online-payments.server";
import { privateKey } from "~/domain/photos/private-photos.server";
import { sendDueNotices } from "~/domain/outbox/outbox.server";
import { MINUTE, type Instant } from "~/domain/time/harare";
import { openReceipt } from "~/dialogue/receipt-file.server";
import { newId } from "~/domain/values/id";
import { addPhone } from "./notices";
import { connectPaynow } from "./paynow";
import { png } from "./png";
import type { Town } from "./town";
import { contextAt } from "./users";

interface Sent {
  text?: string;
  choice?: string | null;
  place?: { latitude: number; longitude: number } | null;
  picture?: string | null;
  unseen?: string | null;
  /** Of the message: posted again, it is the same one. */
  id?: string;
}

/** A picture that Meta no longer has. */
export const LOST_PICTURE = "lost";

/** Phones with WhatsApp: what they send comes in as Meta posts it, and what Pombi sends is taken by Meta's stand-in. */
export function openPhones(from: Instant) {
  let now = from;
  const all: HeardMessage[] = [];
  const paynow = connectPaynow({}, () => now);
  const isOpen = (phone: string) => mayWriteFreely(contextAt(now).db, phone, now);
  const fetch = whatsAppStandIn(isOpen, (message) => all.push(message));
  const context = () => ({
    ...contextAt(now, { paymentProvider: paynow.provider }),
    openPicture: (id: string) => (id === LOST_PICTURE ? Promise.resolve(null) : png(640, 480)),
  });
  const deliver = () => {
    const { origin } = context();
    const { privatePhotos } = context();
    const openPhoto = (id: string) => privatePhotos.openJpeg(privateKey(id));
    const whatsapp = whatsAppSender(
      { token: "t", phoneId: "0" },
      {
        origin,
        fetch,
        mayWriteFreely: isOpen,
        openPhoto,
        openReceipt: ({ number, role }, userId) => openReceipt(context(), { id: userId ?? "", role }, number),
      },
    );
    return sendDueNotices(context(), { whatsapp });
  };
  return {
    all,
    context,
    deliver,
    now: () => now,
    /** What Paynow was asked for is answered by their phones. */
    async pay() {
      await paynow.elapse();
      now += MINUTE;
      await checkPayments(context());
      await deliver();
    },
    /** Lets time pass until then, and sends what is due by then. */
    async wait(until: Instant) {
      now = until;
      await deliver();
    },
    open: (phone: string, name: string | null = "Chipo Zulu") => ({
      phone,
      /** What Pombi said to it last. */
      last() {
        const last = all.findLast(({ to }) => to === phone);
        const nothing = { text: "", choices: [], file: null };
        return last ? { text: last.text, choices: last.choices, file: last.file } : nothing;
      },
      async send(
        { id = newId(), text = "", choice = null, place = null, picture = null, unseen = null }: Sent,
        through?: D1Database,
      ) {
        now += 1000;
        const given = { ...context(), ...(through && { db: openDatabase(through) }) };
        const inbound = { channel: "whatsapp", phone, whatsAppId: null, providerId: id, name } as const;
        expect(await receiveInbound(given, { ...inbound, text, choice, place, picture, unseen })).toMatchObject({
          ok: true,
        });
        await deliver();
        return this.last().text;
      },
      write(text: string) {
        return this.send({ text });
      },
      /** Taps the choice whose id or title begins so, of the last message that has one. */
      tap(begins: string) {
        const offered = all.filter(({ to }) => to === phone).flatMap(({ choices }) => choices);
        const choice = offered.findLast(({ id, title }) => id.startsWith(begins) || title.startsWith(begins));
        if (!choice)
          throw new Error(`Nothing begins with “${begins}”: ${offered.map(({ title }) => title).join(", ")}`);
        return this.send({ text: choice.title, choice: choice.id });
      },
    }),
  };
}

/** Verifies the phones of the first client and plumber of a town; gives what opens them at a test's beginning. */
export async function verifyBothSides({ context, client, plumber }: Pick<Town, "context" | "client" | "plumber">) {
  const numbers = { client: "+263772000011", plumber: "+263772000012" };
  await addPhone(context, { userId: client.id, channel: "whatsapp", phone: numbers.client });
  await addPhone(context, { userId: plumber.id, channel: "whatsapp", phone: numbers.plumber });
  return () => {
    const phones = openPhones(context.now);
    return { phones, client: phones.open(numbers.client, "Rudo"), plumber: phones.open(numbers.plumber, "Tendai") };
  };
}
