import { brand } from "~/brand";
import { DECIDED_WITHIN } from "~/domain/bookings/dispute";
import { anyMethod } from "~/domain/escrow/online-payment";
import { OPENING_HOURS, SLOT_MINUTES } from "~/domain/time/availability";
import { formatTime } from "~/domain/time/harare";

const { opensAt, closesAt } = OPENING_HOURS;

export type Faq = Readonly<Record<string, string>>;

/** About booking on the site, where clients can pay online (M10) or not. */
export const homeFaq = (canPayOnline: boolean): Faq => ({
  "How do I book a plumber?": `Choose a plumber, a day and a time, and press Book. You need an account with a verified email address. The plumber confirms or refuses your request, and we tell you at once.`,
  "Which days and times can I choose?": `With the plumber of your choice: today and the six days after it, Sundays included, in half-hour steps between ${formatTime(opensAt)} and ${formatTime(closesAt)}. The last start is ${formatTime(closesAt - SLOT_MINUTES)}. Times that are taken are shown but can't be chosen. If the plumber doesn't answer before the appointment, the request expires.`,
  "What does it cost, and how do I pay?": `The visit fee is shown on each plumber's page in US dollars, before you book. For the work itself the plumber sends you a quote on the booking's page, which you accept or decline before the work starts. ${
    canPayOnline
      ? `Once you've accepted it you can pay on the booking's page, by ${anyMethod()}: ${brand.name} holds the money until a day after the work is done. Or pay the plumber directly;`
      : "You can't pay on this site yet, so you pay the plumber directly;"
  } the booking's page keeps what was paid, with a receipt.`,
  "Can I cancel a booking?": `Yes, until the plumber starts the work: open the booking in your dashboard and choose “Cancel the booking”. ${
    canPayOnline
      ? "Please do it early: it costs nothing then, all that you paid online goes back to you, and the time becomes free for others. Less than two hours before the start it is marked as late, and the plumber gets the visit fee out of what you paid online."
      : "It costs nothing, and the time becomes free for others. Please do it early: less than two hours before the start it is marked as late."
  } You can also suggest another time instead.`,
});

/** Questions about jobs that go wrong, with the promises of M3, M5 and M12. */
export const troubleFaq = (canPayOnline: boolean): Faq => ({
  "What if the plumber doesn't come?": `Say so on the booking's page. Nothing is due until our office has heard both sides and decided, within ${DECIDED_WITHIN}.`,
  "What if I'm asked for more than the quote?":
    "The plumber has to give a reason on the booking's page. More is due only if you agree. If you don't, our office decides.",
  ...(canPayOnline && {
    "What if the work isn't right?":
      "Say so on the booking's page within a day of its end: what you paid online stays held until our office has decided. What goes back to you, we send within 3 days.",
  }),
});

export const CONTACT_FAQ: Faq = {
  "What should I have ready when the plumber comes?":
    "Make sure the plumber can reach the problem, the water meter, the tank valve and the electricity board. Clear the cupboard under the sink, lock up the dogs, and tell the plumber in advance when you have water and power.",
  "Who buys the parts?":
    "Either of you. Most plumbers carry washers, valves and common fittings and add them to the quote. If you want to buy a geyser, a pump or tiles yourself, agree on the exact list first, so that everything fits.",
  "How long does a job take?":
    "A tap or a cistern usually takes an hour, a geyser about half a day, a new bathroom one to two weeks with tiling. A hidden fault takes as long as it takes to find. Ask for an estimate after the plumber has seen it.",
  "What if the fault comes back?": `Write to the plumber first: most are glad to put it right. If you can't agree, write to ${brand.email} with the job reference, the one that begins with PB. We'll look at the booking and the messages, and speak to both sides.`,
};
