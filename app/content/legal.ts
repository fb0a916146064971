// A lawyer has not read these two texts. They say in plain words what the product does; have them checked before launch.

import { brand } from "~/brand";
import type { Block } from "./blog-posts";

export interface LegalText {
  title: string;
  /** YYYY-MM-DD */
  updated: string;
  blocks: Block[];
}

const UPDATED = "2026-11-21";

const address = brand.address.join(", ");

export const PRIVACY: LegalText = {
  title: "Privacy",
  updated: UPDATED,
  blocks: [
    {
      kind: "text",
      text: `This page says what ${brand.name} knows about you, why, who sees it and what you can do about it. ${brand.legalName}, ${address}, is responsible for your data under Zimbabwe's Cyber and Data Protection Act [Chapter 12:07].`,
    },
    { kind: "heading", text: "What we keep" },
    {
      kind: "list",
      items: [
        "Your account: first and last name, email address, role, and, if you give them, phone number, address and photo. Your password is kept only in a scrambled form that nobody can read back, not even by us.",
        "If you are a plumber, also: speciality, experience, what you write about yourself, your fee and your city.",
        "Bookings: who booked whom, when, for what, at which address, your notes, the plumber's report, and what happened to the booking.",
        "Messages that you send on the site, and what you write to us through a form.",
        "Reviews: stars, comment and date.",
        "Photos, of yourself, of a job or with a message: we make new copies of every photo, without location data or details of the camera. The place of a job, if you let your device tell it.",
        "For safety: your sign-ins, and for a short time counts of attempts by email and internet address, so that nobody can guess passwords or flood the site.",
      ],
    },
    { kind: "heading", text: "Why" },
    {
      kind: "text",
      text: "To do what you came for: to make bookings, let the two sides reach each other, email you about changes, show honest reviews, and keep the site safe. We do not sell your data, we show no advertisements and we do not build profiles of you. We do not ask for religion, health, politics or any other sensitive matter; please leave such things out of notes and messages.",
    },
    { kind: "heading", text: "Who sees what" },
    {
      kind: "list",
      items: [
        "Everyone: a plumber's name, photo, speciality, experience, description, fee, city, rating and reviews. A review shows the client's first name and initial.",
        "Your phone number: the other side of a booking, from the time it is confirmed until 30 days after it is completed, and our office. Nobody else.",
        "A booking: the plumber you ask sees the suburb, your notes and your photos from the request on, because the plumber has to judge the distance and the work, and the street from the time it is confirmed. Our office sees all of it.",
        "Your messages and their photos: you and the person you write to, and, to settle a dispute, our office.",
        "Your email address: our office. It is never shown on a public page.",
        "Companies that run servers and send email for us: our pages and data are kept by Cloudflare, whose servers may be outside Zimbabwe. They work on our instructions only.",
        "Authorities: only where the law obliges us.",
      ],
    },
    { kind: "heading", text: "How long" },
    {
      kind: "list",
      items: [
        "Your account and what belongs to it: until you delete it, or ask us to.",
        "A sign-in: 7 days without a visit, 30 days at most. A browser that has signed in keeps a random token for a year, so that nobody else's wrong passwords lock you out.",
        "A sign-up that isn't verified: a week.",
        "The link to confirm an email address: 48 hours. The link for a new password: 30 minutes.",
        "The text of emails: erased once the email has been sent. The record that it was sent: 30 days.",
        "A request that you have filled in and not sent, with its photos: 48 hours after you last changed it, or had the link to confirm your email sent.",
        "Photos that were uploaded and not used: about a day.",
      ],
    },
    { kind: "heading", text: "Your consent and your rights" },
    {
      kind: "text",
      text: "When you sign up you agree to this use of your data. You can take your consent back at any time, free of charge; we can then no longer keep an account for you. What was done before stays lawful. Our site is meant for adults; for a child under 18 a parent or guardian must act.",
    },
    {
      kind: "list",
      items: [
        "Access: download everything we hold about you under Settings, or ask us for a copy.",
        "Correction: change your profile yourself, or tell us what is wrong.",
        "Objection: tell us if you don't agree with a use of your data.",
        "Erasure: delete your account under Settings, or ask us to. Your name, address, phone, email and photos go. Bookings stay, because they are the other side's record too, and name you as 'Former client'.",
      ],
    },
    { kind: "heading", text: "Cookies" },
    {
      kind: "text",
      text: "We set three, all our own. One keeps you signed in, and holds nothing but that. One recognises a browser that has signed in before, for a year, so that nobody else's wrong passwords lock you out. One carries a message that is shown once, such as 'Booking successful!', and is gone after a minute. There are no trackers, no advertising cookies and no analytics by other companies.",
    },
    { kind: "heading", text: "Who to ask" },
    {
      kind: "text",
      text: `Write to ${brand.email} from the address of your account, or by post to ${address}. If you aren't satisfied with our answer, you can complain to the Data Protection Authority, which in Zimbabwe is POTRAZ, the Postal and Telecommunications Regulatory Authority. If your data ever falls into the wrong hands, we'll tell the Authority, and you if it affects you, as the law requires.`,
    },
    {
      kind: "text",
      text: "When this page changes, the date above changes with it. If the change matters to you, we'll say so on the site before it takes effect.",
    },
  ],
};

export const TERMS: LegalText = {
  title: "Terms",
  updated: UPDATED,
  blocks: [
    {
      kind: "text",
      text: `These are the rules between you and ${brand.legalName}, called ${brand.name} here. By creating an account you accept them. We've kept them short so that you can read them.`,
    },
    { kind: "heading", text: "What we do, and what the plumber does" },
    {
      kind: "text",
      text: `${brand.name} arranges appointments: we show plumbers, pass on your request, and let both sides exchange messages. The plumber does the work. When a plumber confirms your booking, the agreement about the work is between you and the plumber. The verified mark says that the plumber's email address is confirmed and the account is not suspended; it promises nothing else.`,
    },
    { kind: "heading", text: "Your account" },
    {
      kind: "list",
      items: [
        "You are 18 or older, and what you tell us is true.",
        "The account is for you alone. Keep the password to yourself, and tell us if someone else has used it.",
        "Plumbers: you have the skill and the papers that your work requires, and your description and fee are right.",
      ],
    },
    { kind: "heading", text: "Booking" },
    {
      kind: "text",
      text: "A booking is a request until the plumber confirms it. While it is open, its time is kept for you. A plumber may refuse. A request that nobody has answered by its start expires, at no cost.",
    },
    { kind: "heading", text: "Fees" },
    {
      kind: "text",
      text: "The fee on a plumber's page is the appointment fee in US dollars. It pays for the visit. You agree on the price of work and parts with the plumber before the work starts, preferably in writing. There is no payment on this site yet: you pay the plumber directly, and may ask for a receipt. Clients pay nothing to use the site. The monthly plans on our home page are agreed with our office, in writing.",
    },
    { kind: "heading", text: "Cancelling" },
    {
      kind: "text",
      text: "You can cancel a pending request yourself, free of charge. To cancel a confirmed booking, message the plumber or call our office as early as you can, and we'll cancel it. A plumber who can't come cancels as early as possible, and we'll email you. Whatever rights to cancel the law gives you remain yours.",
    },
    { kind: "heading", text: "Conduct" },
    {
      kind: "list",
      items: [
        "Treat each other with respect, at the door and in messages.",
        "Clients: give safe access, and warn of dangers you know of, such as bare wires or gas.",
        "Plumbers: come at the agreed time, work safely and to the rules of the trade, and do no extra work without asking.",
        "Nobody: threats, discrimination, advertising in messages, false bookings, another person's photo or name, or attempts to break the site.",
      ],
    },
    {
      kind: "text",
      text: "We may suspend an account that breaks these rules. Unless there is danger, we'll tell you why first and hear your side. You may close your account at any time.",
    },
    { kind: "heading", text: "Reviews" },
    {
      kind: "text",
      text: "A client can review a completed job once. Write about what you saw yourself. We don't change reviews, and we don't remove them for being critical; we remove what is factually wrong, insulting, or reveals private things about people. By posting a review or a photo you allow us to show it on this site. It remains yours.",
    },
    { kind: "heading", text: "Who is responsible for what" },
    {
      kind: "text",
      text: "The plumber is responsible for the quality of the work and for damage it causes. We are responsible for our own part: for arranging the booking with care, for the information that we give, and for the safety of your data. We do not guarantee that a particular plumber is free or that the site is never down. Nothing here takes away rights that you have under the Consumer Protection Act or any other law, and nothing limits what either of us owes for harm done on purpose or through gross negligence.",
    },
    { kind: "heading", text: "If something goes wrong" },
    {
      kind: "text",
      text: `Speak to the plumber first. If that doesn't help, write to ${brand.email} with the job reference, and we'll try to settle it between you. You remain free to turn to the Consumer Protection Commission or to a court.`,
    },
    { kind: "heading", text: "Law and changes" },
    {
      kind: "text",
      text: "The law of Zimbabwe applies, and its courts decide. When these terms change, we'll say so on the site before the new ones apply; bookings made before that keep the old ones. If one part of these terms turns out to be invalid, the rest still applies.",
    },
  ],
};
