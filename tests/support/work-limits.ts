import { hashToken, issueDeviceToken } from "~/domain/accounts/tokens.server";
import { newId } from "~/domain/values/id";
import type { ApiStage } from "./api-samples";
import { photoFields, sendJobPhoto } from "./job-photos";
import { ADDRESS, callerOf, elsewhere, from, type LimitRows } from "./limit-case";
import { insertOnlinePayment } from "./money-rows";
import { addDevice } from "./notices";
import { PAYNOW_SETTINGS } from "./paynow";
import { png } from "./png";
import { newEmail } from "./sign-up";
import { call, cookieOf, visit } from "./site";
import { requestFields, startFields } from "./town";
import { createUsers } from "./users";

const image = await png(40, 30);
const contact = (email: string, headers: Record<string, string>) => {
  const form = { form: "contact", name: "Chipo", email, subject: "Pipes", message: `Hello ${newId()}` };
  return visit("/contact", { form, headers });
};

/** The limits of bookings and their money, of words and photos, and of programs. */
export function workLimits(stage: ApiStage): LimitRows {
  const { context, client, otherClient, plumber, cookies, starts } = stage;
  const api = callerOf(stage);
  const appointment = `/appointment/${plumber.id}`;
  /** A visitor's request, which is kept while they sign up. */
  const sendAsVisitor = async () => {
    const sent = await visit(appointment, { form: requestFields(starts.at(-5)!), headers: from() });
    return { status: cookieOf(sent, "draft") ? 200 : 429 };
  };
  const addDraftPhoto = (cookie: string | undefined, headers: Record<string, string>) => {
    const form = photoFields(image, { ...requestFields(starts.at(-5)!), intent: "photo", uploadId: newId() });
    return visit(appointment, { cookie, form, headers });
  };
  return {
    bookingPerClient: {
      max: 10,
      minutes: 60,
      verbs: {
        "a request": () => ({
          of: otherClient.id,
          attempt: (turn) =>
            api("otherClient", "POST", "/api/bookings", {
              json: { ...startFields(starts.at(-5 - turn)!), plumber: turn < 2 ? plumber.id : stage.otherPlumber.id },
            }),
        }),
      },
    },
    togglePerUserAndBooking: {
      max: 30,
      minutes: 60,
      verbs: {
        "a step of the day": () => ({
          of: `${plumber.id}.${stage.soon}`,
          attempt: (turn) =>
            api("plumber", "POST", `/api/bookings/${stage.soon}/steps`, {
              json: { step: turn % 2 ? "not-on-the-way" : "on-the-way" },
            }),
        }),
        "a completion": () => ({
          of: `${plumber.id}.${stage.confirmed}`,
          attempt: () =>
            api("plumber", "PATCH", `/api/bookings/${stage.confirmed}/status`, { json: { status: "completed" } }),
        }),
        "a recorded payment": () => ({
          of: `${client.id}.${stage.dear}`,
          attempt: () =>
            api("client", "POST", `/api/bookings/${stage.dear}/payments`, { json: { amount: 1, method: "cash" } }),
        }),
      },
    },
    onlinePaymentPerClient: {
      max: 20,
      minutes: 60,
      verbs: {
        "a payment": () => ({
          of: client.id,
          attempt: () =>
            api("client", "POST", `/api/bookings/${stage.payable}/online-payments`, {
              json: { purpose: "price", amount: 40, method: "ecocash", phone: "0771111111" },
            }),
        }),
      },
    },
    checkPerOnlinePayment: {
      max: 60,
      minutes: 60,
      verbs: {
        "a question of its payer": async () => {
          const id = newId();
          const payment = { bookingId: stage.payable, clientId: client.id, amount: 40_00 };
          await insertOnlinePayment(context, { id, ...payment, status: "open" });
          const form = { intent: "check", payment: id };
          const path = `/client-dashboard/bookings/${stage.payable}/pay`;
          return { of: id, attempt: () => visit(path, { cookie: cookies.client, form, settings: PAYNOW_SETTINGS }) };
        },
      },
    },
    contactPerSender: {
      max: 5,
      minutes: 60,
      verbs: {
        "a message": () => {
          const email = newEmail();
          return { of: email, attempt: (turn) => contact(email, elsewhere(turn)) };
        },
      },
    },
    contactPerAddress: {
      max: 50,
      minutes: 60,
      verbs: { "a message": () => ({ of: ADDRESS, attempt: () => contact(newEmail(), from()) }) },
    },
    profilePerUser: {
      max: 30,
      minutes: 60,
      verbs: {
        "a change by the API": () => ({
          of: client.id,
          attempt: (turn) => api("client", "PUT", "/api/auth/profile", { form: { name: `Rudo ${"x".repeat(turn)}` } }),
        }),
        "a change on the page": () => ({
          of: client.id,
          attempt: () => visit("/profile?edit", { cookie: cookies.client, form: { name: "Rudo", username: "Own" } }),
        }),
      },
    },
    payoutDetailsPerUser: {
      max: 5,
      minutes: 60,
      verbs: {
        "a change": () => ({
          of: plumber.id,
          attempt: (turn) =>
            visit("/plumber-dashboard/settings/payouts", {
              cookie: cookies.plumber,
              form: { method: "ecocash", phone: `077200090${turn}`, holder: "Tendai Own" },
              settings: PAYNOW_SETTINGS,
            }),
        }),
      },
    },
    draftPerAddress: {
      max: 50,
      minutes: 60,
      verbs: {
        "a visitor's request": () => ({ of: ADDRESS, attempt: sendAsVisitor }),
        "a form whose session has ended": async () => {
          const cookie = `__Host-device=${await issueDeviceToken(context, client.email, null)}`;
          const attempt = async () => {
            const sent = await visit("/client-dashboard/book", { cookie, form: { notes: "Kept" }, headers: from() });
            return { status: cookieOf(sent, "kept") ? 200 : 429 };
          };
          return { of: ADDRESS, attempt };
        },
      },
    },
    photoPerUser: {
      max: 60,
      minutes: 60,
      verbs: {
        "a photo of a job": () => ({
          of: client.id,
          attempt: () => sendJobPhoto(stage.pending, cookies.client, image),
        }),
        "a photo with a message": () => ({
          of: client.id,
          attempt: () =>
            visit(`/messages/${plumber.id}`, {
              cookie: cookies.client,
              form: photoFields(image, { id: newId(), content: "Look" }),
            }),
        }),
        "a paper": () => ({
          of: plumber.id,
          attempt: (turn) => {
            const form = photoFields(image, { kind: turn < 2 ? "identity" : "certificate", uploadId: newId() });
            return visit("/papers", { cookie: cookies.plumber, form });
          },
        }),
      },
    },
    photoPerDraft: {
      max: 20,
      minutes: 60,
      verbs: {
        "a visitor's photo": async () => {
          const cookie = cookieOf(await addDraftPhoto(undefined, elsewhere(90)), "draft");
          return { of: cookie.split("=")[1]!, attempt: (turn) => addDraftPhoto(cookie, elsewhere(turn)) };
        },
      },
    },
    photoPerAddress: {
      max: 200,
      minutes: 60,
      verbs: {
        "a visitor's photo": async () => {
          const cookie = cookieOf(await addDraftPhoto(undefined, elsewhere(90)), "draft");
          return { of: ADDRESS, attempt: () => addDraftPhoto(cookie, from()) };
        },
      },
    },
    questionPerClient: {
      max: 3,
      minutes: 24 * 60,
      verbs: {
        "a question": async () => {
          const asked = await createUsers(context, "plumber", "plumber", "plumber");
          const attempt = (turn: number) =>
            visit(`/appointment/${asked[turn]!.id}/ask`, {
              cookie: cookies.client,
              form: { id: newId(), content: "Do you fit geysers?" },
            });
          return { of: client.id, attempt };
        },
      },
    },
    messagePerUser: {
      max: 30,
      minutes: 1,
      verbs: {
        "a call": () => ({
          of: client.id,
          attempt: () => api("client", "POST", "/api/messages", { json: { recipient: plumber.id, content: "Hello" } }),
        }),
        "a page's own request": () => ({
          of: client.id,
          attempt: () =>
            visit(`/messages/${plumber.id}`, { cookie: cookies.client, form: { id: newId(), content: "Hello" } }),
        }),
        "a form": () => ({
          of: client.id,
          attempt: () =>
            visit(`/client-dashboard/messages/${plumber.id}`, {
              cookie: cookies.client,
              form: { id: newId(), content: "Hello" },
            }),
        }),
      },
    },
    pushDevicePerUser: {
      max: 20,
      minutes: 60,
      verbs: {
        "a device": () => ({
          of: client.id,
          attempt: async () => {
            const form = await (await visit("/dev/push", { form: { browser: "test" } })).json<Record<string, string>>();
            return visit("/push-devices", { cookie: cookies.client, form });
          },
        }),
      },
    },
    pushTestPerUser: {
      max: 10,
      minutes: 60,
      verbs: {
        "a test": async () => {
          const form = { intent: `test:${await addDevice(context, client)}` };
          const path = "/client-dashboard/settings/notifications";
          return { of: client.id, attempt: () => visit(path, { cookie: cookies.client, form }) };
        },
      },
    },
    socketTicketPerUser: {
      max: 60,
      minutes: 15,
      verbs: { "a ticket": () => ({ of: client.id, attempt: () => api("client", "POST", "/api/socket-ticket") }) },
    },
    tokenPerUser: {
      max: 20,
      minutes: 24 * 60,
      verbs: {
        "a token": () => ({
          of: client.id,
          attempt: () => api("client", "POST", "/api/auth/tokens", { json: { name: "A", scopes: ["read"] } }),
        }),
      },
    },
    webhookPerUser: {
      max: 20,
      minutes: 24 * 60,
      verbs: {
        "a webhook": () => ({
          of: client.id,
          attempt: (turn) =>
            api("client", "POST", "/api/auth/webhooks", {
              json: { url: `http://localhost:9/${turn}`, topics: ["changes"] },
            }),
        }),
      },
    },
    calendarLinkPerUser: {
      max: 20,
      minutes: 24 * 60,
      verbs: {
        "a link": () => ({ of: plumber.id, attempt: () => api("plumber", "POST", "/api/plumber/calendar-feed") }),
      },
    },
    callsPerToken: {
      max: 600,
      minutes: 10,
      verbs: {
        "a call": async () => {
          const json = { name: "Mine", scopes: ["read"] };
          const { body } = await api("client", "POST", "/api/auth/tokens", { json });
          const { token } = body as { token: string };
          return { of: await hashToken(token), attempt: () => call("GET", "/api/auth/profile", { token }) };
        },
      },
    },
  };
}
