import { notices, phoneChannels, pushDevices, sessions } from "~/db/schema";
import type { DomainContext } from "~/domain/domain-context.server";
import type { QueuedNotice, Sender } from "~/domain/notices/notice";
import { DAY } from "~/domain/time/harare";
import { newId } from "~/domain/values/id";
import type { SessionClaims } from "~/domain/values/user";

type Stage = Pick<DomainContext, "db" | "now">;

/** Senders that take everything; `sent` has what they took. */
export function takeAll() {
  const sent: QueuedNotice[] = [];
  const sender: Sender = { send: async (notice) => (sent.push(notice), null) };
  return { sent, senders: { email: sender, push: sender, whatsapp: sender, sms: sender, webhook: sender } };
}

/** A session that exists only in the database; gives its hash. */
export async function openSession({ db, now }: Stage, { id, role }: Pick<SessionClaims, "id" | "role">) {
  const sessionHash = newId();
  await db
    .insert(sessions)
    .values({ tokenHash: sessionHash, userId: id, role, createdAt: now, refreshedAt: now, expiresAt: now + DAY });
  return sessionHash;
}

/** A browser in a session of its own that gets pushes; gives the device's id. */
export async function addDevice(
  stage: Stage,
  user: Pick<SessionClaims, "id" | "role">,
  subscription = { endpoint: `https://fcm.googleapis.com/fcm/send/${newId()}`, p256dh: "key", auth: "auth" },
): Promise<string> {
  const id = newId();
  await stage.db.insert(pushDevices).values({
    id,
    userId: user.id,
    sessionHash: await openSession(stage, user),
    ...subscription,
    name: "Chrome on Android",
    createdAt: stage.now,
  });
  return id;
}

/** A phone that its owner has proven to be theirs. */
export const addPhone = (
  { db, now }: Stage,
  phone: Pick<typeof phoneChannels.$inferInsert, "userId" | "channel" | "phone"> &
    Partial<typeof phoneChannels.$inferInsert>,
) => db.insert(phoneChannels).values({ id: newId(), consentWords: "Yes", verifiedAt: now, ...phone });

const EMAIL = { subject: "Hello", text: "A claim", html: "<p>A claim</p>" };
/** The words of a notice on every other channel. */
export const SHORT = {
  title: "Tendai has confirmed the booking",
  body: "Sat 21 Nov, 9:00 am",
  path: "/client-dashboard/bookings/b1",
  tag: "b1",
  bookingId: "b1",
  reference: "PB-7K3QF2",
};

/** A notice that is due now by email, unless the test wants another; gives its id. */
export async function queueNotice({ db, now }: Stage, more: Partial<typeof notices.$inferInsert> = {}) {
  const id = newId();
  await db.insert(notices).values({
    id,
    kind: "test",
    topic: "changes",
    channel: "email",
    causeId: newId(),
    recipient: "rudo@example.test",
    words: JSON.stringify(more.channel && more.channel !== "email" ? SHORT : EMAIL),
    nextAttemptAt: now,
    createdAt: now,
    ...more,
  });
  return more.id ?? id;
}
