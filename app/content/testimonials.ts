export interface Testimonial {
  name: string;
  role: string;
  feedback: string;
}

/** Shown on every entry below: these people do not exist. */
export const SAMPLE_LABEL = "Sample";

/** Fill up the home page until there are five real five-star reviews. Never shown without the label. */
export const SAMPLE_TESTIMONIALS: readonly Testimonial[] = [
  {
    name: "Rudo M.",
    role: "Client in Harare",
    feedback:
      "The geyser had been dripping for weeks. I booked in the evening, and the next afternoon it had a new valve. The fee was the one on the page.",
  },
  {
    name: "Themba N.",
    role: "Client in Bulawayo",
    feedback:
      "He explained why our shower was so weak before he touched anything. A wider pipe from the tank, no new pump needed.",
  },
  {
    name: "Chipo K.",
    role: "Client in Mutare",
    feedback:
      "The kitchen drain had been cleared three times by others. This plumber found the root in the pipe, showed it to me and put in a new piece.",
  },
  {
    name: "Farai D.",
    role: "Client in Gweru",
    feedback:
      "I could see which times were free and chose one after work. The email came as soon as the plumber had confirmed.",
  },
  {
    name: "Nyasha T.",
    role: "Client in Masvingo",
    feedback:
      "Came on time, covered the floor, tested everything twice and swept up. My mother has already asked for the number.",
  },
];
