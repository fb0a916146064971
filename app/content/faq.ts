import { brand } from "~/brand";
import { OPENING_HOURS, SLOT_MINUTES } from "~/domain/time/availability";
import { formatTime } from "~/domain/time/harare";

const { opensAt, closesAt } = OPENING_HOURS;

export interface Question {
  question: string;
  answer: string;
}

/** About booking on the site. */
export const HOME_FAQ: readonly Question[] = [
  {
    question: "How do I book a plumber?",
    answer: `Choose a plumber from the list, pick a day and a time, and press Book. You need a ${brand.name} account: sign up and open the link in the email we send you, so that we know the address is yours. The plumber then confirms or refuses your request, and we email you the answer. Until the plumber confirms, your booking is a request.`,
  },
  {
    question: "Which days and times can I choose?",
    answer: `With the plumber of your choice: today and the six days after it, Sundays included, in half-hour steps between ${formatTime(opensAt)} and ${formatTime(closesAt)}. The last start is ${formatTime(closesAt - SLOT_MINUTES)}. Times that are taken are shown but can't be chosen. If the plumber doesn't answer before the appointment, the request expires.`,
  },
  {
    question: "What does it cost, and how do I pay?",
    answer:
      "The appointment fee is shown on each plumber's page in US dollars, before you book. It covers the visit. You agree on the price of the work with the plumber before it starts. You can't pay on this site yet, so you pay the plumber directly. Ask for a receipt.",
  },
  {
    question: "Can I cancel a booking?",
    answer:
      "Yes, while it is pending: open Bookings in your dashboard and press Cancel. It costs nothing, and the time becomes free for others. Once the plumber has confirmed, message the plumber or call our office, and we'll cancel it for you.",
  },
];

/** About the work itself. */
export const CONTACT_FAQ: readonly Question[] = [
  {
    question: "What should I have ready when the plumber comes?",
    answer:
      "Make sure the plumber can reach the problem, the water meter, the tank valve and the electricity board. Clear the cupboard under the sink, lock up the dogs, and tell the plumber in advance when you have water and power.",
  },
  {
    question: "Who buys the parts?",
    answer:
      "Either of you. Most plumbers carry washers, valves and common fittings and add them to the quote. If you want to buy a geyser, a pump or tiles yourself, agree on the exact list first, so that everything fits.",
  },
  {
    question: "How long does a job take?",
    answer:
      "A tap or a cistern usually takes an hour, a geyser about half a day, a new bathroom one to two weeks with tiling. A hidden fault takes as long as it takes to find. Ask for an estimate after the plumber has seen it.",
  },
  {
    question: "What if the fault comes back?",
    answer: `Write to the plumber first: most are glad to put it right. If you can't agree, write to ${brand.email} with the job reference, the one that begins with PB. We'll look at the booking and the messages, and speak to both sides.`,
  },
];
