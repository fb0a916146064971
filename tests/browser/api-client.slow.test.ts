import { expect, expectTypeOf, test } from "vitest";
import type * as z from "zod";
import { book, signIn, type Booking, type Frame, type Message, type Party } from "../../docs/api-client";
import type { booking } from "~/api/schemas/booking-objects";
import type { apiFrame, message } from "~/api/schemas/message-objects";
import type { participant } from "~/api/schemas/user-objects";
import { PASSWORD } from "./support/users";
import { startSite } from "./support/site";
import { afterDay, atTime, inDays, soon } from "./support/clock";

const { origin } = await startSite();

type App = Awaited<ReturnType<typeof signIn>>;
const signOut = ({ call }: App) => call("POST", "/api/auth/logout");

/** Listens until it is told that it is over, and signs out as soon as it is open. Gives what it was told, also later. */
async function listenToTheEnd(app: App): Promise<string[]> {
  const told: string[] = [];
  await new Promise<void>((over) =>
    app.listen(
      (frame) => {
        told.push(frame ? frame.type : "opened");
        if (!frame) void signOut(app);
      },
      (why) => over(void told.push(`ended: ${why}`)),
    ),
  );
  return told;
}

// A rejection that nothing handles would end a program, and fails the run here.
test("the client of docs/api-client.ts does the main job, and reports the end of a session once", async () => {
  const enter = (name: string) => signIn(origin, `${name}@pombi.test`, PASSWORD);
  const [client, plumber] = await Promise.all([enter("client8"), enter("plumber22")]);
  const [leaving, gone, waiting] = await Promise.all([enter("client4"), enter("client5"), enter("client7")]);
  const toldLeaving = await listenToTheEnd(leaving);
  await signOut(gone);
  const toldGone = await listenToTheEnd(gone);
  const interrupted = book(waiting, "demoplumber21", inDays(1), "4:00 pm");
  interrupted.catch(() => undefined);
  const asked = () => waiting.call<Message[]>("GET", "/api/messages?userId=demoplumber21");
  await expect.poll(asked, soon).toContainEqual(expect.objectContaining({ sender: waiting.user._id }));
  await signOut(waiting);
  await expect(interrupted).rejects.toThrow(/^(Signed out|You must be logged in)\.$/);

  const done = book(client, "demoplumber22", inDays(1), "2:00 pm");
  // Awaited below: until then a failure is no unhandled one.
  done.catch(() => undefined);
  let job: Booking | undefined;
  await expect
    .poll(async () => {
      const unseen = await plumber.call<Booking[]>("GET", "/api/bookings/plumber/unseen");
      return (job = unseen.find((one) => one.client._id === client.user._id));
    }, soon)
    .toBeDefined();
  await expect
    .poll(() => plumber.call<Message[]>("GET", `/api/messages?userId=${client.user._id}`), soon)
    .toContainEqual(expect.objectContaining({ content: `It is about ${job!.job}: please ring twice.` }));
  await plumber.call("PATCH", `/api/bookings/${job!._id}/status`, { status: "confirmed" });
  // The client reviews by itself as soon as the job is completed.
  await atTime(origin, afterDay(1), async () => {
    await plumber.call("PATCH", `/api/bookings/${job!._id}/status`, { status: "completed" });
    expect(await done).toMatchObject({ rating: 5, comment: "Quick and tidy." });
  });
  const late = { plumber: "demoplumber22", appointmentDate: inDays(1), appointmentTime: "3:07 am" };
  const refusal = "That time is not available on the chosen day.";
  await expect(client.call("POST", "/api/bookings", late)).rejects.toThrow(refusal);
  // By now there has been time for a second try.
  expect(toldLeaving).toEqual(["opened", "signedOut", "ended: Signed out."]);
  expect(toldGone).toEqual(["ended: You must be logged in."]);
});

test("the client names no more than the API gives", () => {
  expectTypeOf<z.output<typeof participant>>().toExtend<Party>();
  expectTypeOf<z.output<typeof booking>>().toExtend<Booking>();
  expectTypeOf<z.output<typeof message>>().toExtend<Message>();
  expectTypeOf<Extract<z.output<typeof apiFrame>, { type: "newMessage" }>>().toExtend<Frame>();
});
