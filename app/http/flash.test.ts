import { expect, test } from "vitest";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { flashAfter, readFlash } from "./flash";

const plumber = { firstName: "Tendai" };
const OTHERWISE = "The client has no email: we text them, or you find them in Calls.";

// Only a list that they are on, and only people who were told (N20).
test.each<{ transition: BookingTransition; isOnlyCalled: boolean; of: typeof plumber | null; message: string }>([
  { transition: "cancel", isOnlyCalled: false, of: plumber, message: "Done. We've told both sides." },
  { transition: "cancel", isOnlyCalled: false, of: null, message: "Done. We've told the client." },
  { transition: "cancel", isOnlyCalled: true, of: plumber, message: `Done. We've told the plumber. ${OTHERWISE}` },
  { transition: "cancel", isOnlyCalled: true, of: null, message: `Done. ${OTHERWISE}` },
  { transition: "start", isOnlyCalled: true, of: plumber, message: "The job is in progress. We've told Tendai." },
])(
  "after $transition by the office, by phone $isOnlyCalled, with the plumber $of, it reads who was told",
  ({ transition, isOnlyCalled, of, message }) => {
    const { "Set-Cookie": cookie } = flashAfter(transition, "admin", {
      isOnlyCalled,
      client: { firstName: "Chipo" },
      plumber: of,
    }) as Record<string, string>;
    const request = new Request("https://pombi.test", { headers: { Cookie: cookie!.split(";")[0]! } });
    expect(readFlash(request)?.message).toBe(message);
  },
);
