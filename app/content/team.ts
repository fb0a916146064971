export const TEAM = [
  {
    role: "Founder",
    text: "Runs the company, decides who may work under its name, and reads every complaint.",
    illustration: "team-founder",
  },
  {
    role: "Dispatch",
    text: "Answers the phone, finds a plumber for requests that name none, and keeps an eye on bookings that have been waiting too long.",
    illustration: "team-dispatch",
  },
  {
    role: "Trainer",
    text: "Shows technicians how to work on low pressure, solar geysers and pumps, and how to leave a room cleaner than they found it.",
    illustration: "team-trainer",
  },
] as const;

export const ABOUT = {
  hero: "Plumbing is a matter of trust. We try to earn it one job at a time.",
  experience: {
    title: "25+ years of experience",
    text: "For more than 25 years we've fixed Zimbabwe's plumbing, from council water and boreholes to tanks on stands and geysers on roofs. See who works in your city, what a visit costs and when they're free.",
  },
  values: {
    "Say the price first":
      "Nobody wants to hear the price when the floor is already up. The fee is shown before you book, and the work is priced before it starts.",
    "Do it once":
      "A repair is finished when it has been tested, not when it has stopped dripping. We would rather stay an hour longer than come back.",
    "Respect the house":
      "Come when you said you would, call when you can't, cover the floor, and take the rubble away.",
  },
  goals: {
    title: "How far we have come",
    progress: [
      { label: "The fee is shown before every booking", percent: 100 },
      { label: "Booking works on any phone", percent: 95 },
      { label: "A good plumber within reach in all our cities", percent: 90 },
    ],
  },
} as const;
