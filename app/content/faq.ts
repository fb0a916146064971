import { brand } from "~/brand";

export interface Question {
  question: string;
  answer: string;
}

/** About booking on the site. */
export const HOME_FAQ: readonly Question[] = [
  {
    question: "How do I book a plumber?",
    answer: `Choose a plumber from the list, pick a day and a time, and press Book. For that you need an account at ${brand.name}: sign up and open the link in the mail we send you, so that we know the address is yours. The plumber then confirms or refuses your request, and we mail you the answer. The booking is settled once the plumber has confirmed.`,
  },
  {
    question: "Which days and times can I choose?",
    answer:
      "With the plumber of your choice: today and the six days after it, Sundays included, in half-hour steps between 10:00 am and 9:00 pm. The last start is 8:30 pm. Times that are taken are shown but cannot be chosen. If no plumber answers before the time has come, the request closes by itself.",
  },
  {
    question: "What does it cost, and how do I pay?",
    answer:
      "The appointment fee stands on each plumber's page in US dollars, before you book. It covers the visit; the price of the work you agree with the plumber before it starts. You cannot pay on this site yet, so you pay the plumber directly. Ask for a receipt.",
  },
  {
    question: "Can I cancel a booking?",
    answer:
      "As long as it is pending, yes: open Bookings in your dashboard and press Cancel. It costs nothing, and the time becomes free for others. Once the plumber has confirmed, write to the plumber or call our office, and we cancel it for you.",
  },
];

/** About the work itself. */
export const CONTACT_FAQ: readonly Question[] = [
  {
    question: "What should I have ready when the plumber comes?",
    answer:
      "Make sure that the plumber can reach the place, the water meter, the tank valve and the electricity board. Clear the cupboard under the sink, lock up the dogs, and say beforehand at which hours you have water and power.",
  },
  {
    question: "Who buys the parts?",
    answer:
      "Either of you. Most plumbers carry washers, valves and common fittings and put them on the quotation. If you want to buy a geyser, a pump or tiles yourself, agree on the exact list first, so that everything fits.",
  },
  {
    question: "How long does a job take?",
    answer:
      "A tap or a cistern usually takes an hour, a geyser about half a day, a new bathroom one to two weeks with tiling. A fault that is hidden takes as long as the search. Ask for an estimate after the plumber has seen it.",
  },
  {
    question: "What if the fault comes back?",
    answer: `Write to the plumber first: most are glad to put it right. If you cannot agree, tell us the job reference, the one that begins with PB, at ${brand.mail}. We look at what was booked and written, and speak to both sides.`,
  },
];
