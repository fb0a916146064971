import { expect, test } from "vitest";
import type { BookingTransition } from "~/domain/bookings/booking-machine";
import { flashAfter, readFlash } from "./flash";

const plumber = { firstName: "Tendai" };
const OTHERWISE = "The client has no email: we text them, or you find them in Calls.";

// Only a list that they are on, and only people who were told (N20).
test.each<[BookingTransition, isByPhone: boolean, typeof plumber | null, message: string]>([
  ["cancel", false, plumber, "Done. We've told both sides."],
  ["cancel", false, null, "Done. We've told the client."],
  ["cancel", true, plumber, `Done. We've told the plumber. ${OTHERWISE}`],
  ["cancel", true, null, `Done. ${OTHERWISE}`],
  ["start", true, plumber, "The job is in progress. We've told Tendai."],
])(
  "after %s by the office, by phone %s, with the plumber %o, it reads who was told",
  (transition, isByPhone, of, message) => {
    const { "Set-Cookie": cookie } = flashAfter(transition, "admin", {
      isByPhone,
      client: { firstName: "Chipo" },
      plumber: of,
    }) as Record<string, string>;
    const request = new Request("https://pombi.test", { headers: { Cookie: cookie!.split(";")[0]! } });
    expect(readFlash(request)?.message).toBe(message);
  },
);
