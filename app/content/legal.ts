// A lawyer has not read these two texts. They say in plain words what the product does; have them checked before launch.

import { brand } from "~/brand";
import { company } from "~/company";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { OFFICE_READS_WHEN } from "~/domain/messages/message";
import { anyMethod } from "~/domain/escrow/online-payment";
import type { Block } from "./blog-posts";

/** `updated`: YYYY-MM-DD. */
interface LegalText {
  title: string;
  updated: string;
  blocks: Block[];
}

const UPDATED = "2026-11-29";

const address = company.address.join(", ");

export const PRIVACY: LegalText = {
  title: "Privacy",
  updated: UPDATED,
  blocks: [
    `This page says what ${brand.name} knows about you, why, who sees it and what you can do about it. ${company.legalName}, ${address}, is responsible for your data under Zimbabwe's Cyber and Data Protection Act [Chapter 12:07].`,
    { heading: "What we keep" },
    [
      "Your account: first and last name, email address, role, and, if you give them, phone number, address and photo. Your password is kept only in a scrambled form that nobody can read back, not even by us.",
      "If you are a plumber, also: speciality, experience, what you write about yourself, your fee and your city.",
      "Bookings: who booked whom, when, for what, at which address, your notes, the plumber's report, and what happened to the booking.",
      "Money: what was quoted, recorded, paid and paid back, and receipts. If you pay online: how, from which mobile number, and the provider's number for it; never a card's number or a PIN, which you give to the provider alone. If you are a plumber who is paid through us: the EcoCash number or bank account that your money goes to.",
      "Notes that our office makes about you, such as what you said on the phone. Nobody outside our office sees them but you, when you ask for your data.",
      "Messages that you send on the site, and what you write to us through a form.",
      "Reviews: stars, comment and date.",
      "If you ask to be told of news on your devices or your phone: which devices and which number, what you agreed to and when, and what you switched on or off. Personal tokens and webhooks, if you use them.",
      "Photos, of yourself, of a job or with a message: we make new copies of every photo, without location data or details of the camera. The place of a job, if you let your device tell it.",
      "Which version of our terms you accepted, and when.",
      "For safety: your sign-ins, what you use for two-step sign-in, and for a short time counts of attempts by email and internet address, so that nobody can guess passwords or flood the site.",
    ],
    { heading: "Why" },
    "To do what you came for: to make bookings, let the two sides reach each other, email you about changes, show honest reviews, and keep the site safe. We do not sell your data, we show no advertisements and we do not build profiles of you. We do not ask for religion, health, politics or any other sensitive matter; please leave such things out of notes and messages.",
    { heading: "Who sees what" },
    [
      "Everyone: a plumber's name, photo, speciality, experience, description, fee, city, rating and reviews. A review shows the client's first name and initial.",
      "Your phone number: the other side of a booking, from the time it is confirmed until 30 days after it is completed, and our office. Nobody else.",
      "A booking: the plumber you ask sees the suburb, your notes and your photos from the request on, because the plumber has to judge the distance and the work, and the street from the time it is confirmed. Our office sees all of it.",
      `Your messages and their photos: you and the person you write to. ${OFFICE_READS_WHEN}`,
      "What you pay and are paid for a booking: its two sides and our office. The number that you pay from and the account that your money goes to: our office alone; pages show an account's last three digits.",
      "Your email address: our office, and the payment provider if you pay online. It is never shown on a public page.",
      "If you pay online: Paynow, a payment provider in Zimbabwe, gets the amount, the job reference, your email address and the mobile number that pays. It and your network or bank keep their own records. To pay a plumber out or a client back, our bank or EcoCash gets the name, the number and the amount.",
      "Companies that run servers and send email for us: our pages and data are kept by Cloudflare, whose servers may be outside Zimbabwe. They work on our instructions only.",
      "If you switched it on: WhatsApp (Meta) and Africa's Talking carry notices to your phone, and your browser's maker carries them to your device. Notices to a device are encrypted; none of them holds an address or another person's phone number.",
      "Authorities: only where the law obliges us.",
    ],
    { heading: "How long" },
    [
      "Your account and what belongs to it, our office's notes included: until you delete it, or ask us to.",
      "A sign-in: 7 days without a visit, 30 days at most. A browser that has signed in keeps a random token for a year, so that nobody else's wrong passwords lock you out.",
      "A sign-up that isn't verified: a week.",
      "Photos of a plumber's papers: until our office has decided, 30 days at most. Only our office sees them. What we've checked, with its date, stays until the account is deleted.",
      "The link to confirm an email address: 48 hours. The link for a new password: 30 minutes.",
      "The text of emails: erased once the email has been sent. What a message to your phone was written from: until it has arrived, a day at most. What couldn't be sent, and the record that it was: 30 days.",
      "A request that you have filled in and not sent, with its photos: 48 hours after you last changed it, or had the link to confirm your email sent.",
      "Photos that were uploaded and not used: about a day.",
      "What you and we wrote to each other by WhatsApp or text message about a request: a year.",
      "What you wrote to us through a form or by phone: a year after we've closed it; what is about a booking, as long as the booking.",
      "Quotes, payments with the number that paid, refunds, payouts with the account they went to, and receipts: 7 years, because the law on taxes asks for records, also after your account is deleted; of the number that paid, three digits stay then.",
      "Where a plumber's money goes, and where it went before: until you delete your account.",
      "Which terms you accepted: as long as there are records of your bookings, without your name once your account is deleted.",
      "On your own device, so that you can read them without a connection: the pages of your dashboard that you saw last, for 7 days or until you sign out, words in a form that you have not sent yet, for a day, and a message that has not gone out, with its photo, until it is sent or you sign out.",
    ],
    { heading: "Your consent and your rights" },
    "When you sign up you agree to this use of your data. You can take your consent back at any time, free of charge; we can then no longer keep an account for you. What was done before stays lawful. Our site is meant for adults; for a child under 18 a parent or guardian must act.",
    [
      "Access: download everything we hold about you under Settings, or ask us for a copy.",
      "Correction: change your profile yourself, or tell us what is wrong.",
      "Objection: tell us if you don't agree with a use of your data.",
      "Erasure: delete your account under Settings, or ask us to. Your name, address, phone, email and photos go, and with them the reasons, notes and answers you wrote. Bookings, messages and reviews stay, because they are the other side's record too, and name you as 'Former client'. While we hold or owe you money, it has to be settled first.",
    ],
    { heading: "Cookies" },
    "They are all our own. There are no trackers, no advertising cookies and no analytics by other companies.",
    [
      "One keeps you signed in for 30 days, and holds nothing but that.",
      "One names a sign-in that waits for its second step, for 10 minutes.",
      "One recognises a browser that has signed in before, for a year, so that nobody else's wrong passwords lock you out.",
      "One finds again what you were writing when your session ended, for an hour.",
      "One finds a request again that you have filled in and not sent, for 48 hours.",
      "One names, sealed, the address that you have just signed up with, for an hour.",
      "One carries a message that is shown once, such as 'Booking successful!', and is gone after a minute.",
      "One remembers for 30 days in which city you looked for a plumber.",
      "One remembers for 30 days that an older browser needs simpler pages.",
      "One remembers for a year which look of our pages this browser has loaded, so that it isn't sent again.",
      "One remembers for a year that this browser shows no notifications.",
    ],
    { heading: "Who to ask" },
    `Write to ${brand.email} from the address of your account, or by post to ${address}. If you aren't satisfied with our answer, you can complain to the Data Protection Authority, which in Zimbabwe is POTRAZ, the Postal and Telecommunications Regulatory Authority. If your data ever falls into the wrong hands, we'll tell the Authority, and you if it affects you, as the law requires.`,
    "When this page changes, the date above changes with it. If the change matters to you, we'll say so on the site before it takes effect.",
  ],
};

/** The changes for users who accepted the terms before these (A20). */
export const TERMS_CHANGES: readonly string[] = [
  "Clients can pay online where a booking offers it. We hold the money until the work is done.",
  "The plumber gets it 24 hours later, or when the client releases it. If the job isn't done as agreed, say so before that, and our office decides.",
  "Cancel in time, and everything goes back. Later than two hours before the start, the fee is the plumber's.",
  "Plumbers pay a commission on what is paid online, none on cash.",
];

export const TERMS: LegalText = {
  title: "Terms",
  updated: TERMS_VERSION,
  blocks: [
    `These are the rules between you and ${company.legalName}, called ${brand.name} here. By creating an account you accept them. We've kept them short so that you can read them.`,
    { heading: "What we do, and what the plumber does" },
    `${brand.name} arranges appointments: we show plumbers, pass on your request, and let both sides exchange messages. The plumber does the work. When a plumber confirms your booking, the agreement about the work is between you and the plumber. The mark beside a name means that our office has seen papers or heard from a former client. The plumber's page says which, with dates. The mark promises nothing about the work.`,
    { heading: "Your account" },
    [
      "You are 18 or older, and what you tell us is true.",
      "The account is for you alone. Keep the password to yourself, and tell us if someone else has used it.",
      "Plumbers: you have the skill and the papers that your work requires, and your description and fee are right.",
    ],
    { heading: "Booking" },
    "A booking is a request until the plumber confirms it. While it is open, its time is kept for you. A plumber may refuse. A request that nobody has answered by its start expires, at no cost.",
    { heading: "Fees and paying" },
    "The fee on a plumber's page is for the visit, in US dollars. You agree on the price of work and parts with the plumber before the work starts, best by a quote on the booking's page. You can pay the plumber directly, and the booking's page keeps what was paid, with a receipt; we hold nothing then, and can't give it back. Where the booking's page offers it, you can pay online instead: then the next part applies too. Clients pay nothing to use the site. The monthly plans on our home page are agreed with our office, in writing.",
    { heading: "Money that we hold" },
    [
      `You pay through Paynow, by ${anyMethod()}. ${brand.name} takes the money for the plumber, as the plumber's agent: what you have paid us, you have paid the plumber. The agreement about the work stays between the two of you.`,
      "We hold it until the work is done. We aren't a bank: what we hold earns no interest for anyone, and we don't lend it or spend it.",
      "The plumber gets it 24 hours after marking the job completed, or at once when the client releases it. If the job isn't done as agreed, the client says so on the booking's page before that, and the money stays held.",
      "When the two sides disagree, or the plumber didn't come, our office hears both, decides what is to be paid, and tells both why. Either of you remains free to go to court.",
      "What was paid above the final amount goes back to the client. So does a payment that doesn't fit: another amount than asked for, one made twice, or one for a booking that has ended.",
      "We send what goes back within 3 days, to the number or account that paid.",
      "Plumbers: of held money that becomes yours we keep a commission, 10% unless our office has announced another; your Earnings page shows it. Cash carries none. We send what is yours with our next payout, to the account you gave. A changed account counts after 48 hours, so that nobody can redirect your money unnoticed.",
      "Receipts on this site show who paid what. They are not fiscal tax invoices: ask the plumber for one if you need it. Each side pays its own taxes.",
    ],
    { heading: "Cancelling" },
    "You can cancel a booking yourself until the plumber starts the work; please do it as early as you can. A cancellation less than two hours before the start is marked as late. A plumber who can't come cancels as early as possible, and we'll tell you. Whatever rights to cancel the law gives you remain yours.",
    [
      "If you paid nothing online, cancelling costs nothing.",
      "If you paid online and cancel in time, or the plumber refuses, cancels or never answers, all of it goes back.",
      "If you paid online and cancel late, the plumber gets the visit fee, as far as you haven't paid it already, and the rest goes back.",
    ],
    { heading: "Conduct" },
    [
      "Treat each other with respect, at the door and in messages.",
      "Clients: give safe access, and warn of dangers you know of, such as bare wires or gas.",
      "Plumbers: come at the agreed time, work safely and to the rules of the trade, and do no extra work without asking.",
      "Nobody: threats, discrimination, advertising in messages, false bookings, another person's photo or name, or attempts to break the site.",
    ],
    "We may suspend an account that breaks these rules. Unless there is danger, we'll tell you why first and hear your side. You may close your account at any time.",
    { heading: "Reviews" },
    "A client can review a completed job once. Write about what you saw yourself. We don't change reviews, and we don't remove them for being critical; we remove what is factually wrong, insulting, or reveals private things about people. By posting a review or a photo you allow us to show it on this site. It remains yours.",
    { heading: "Who is responsible for what" },
    "The plumber is responsible for the quality of the work and for damage it causes. We are responsible for our own part: for arranging the booking with care, for the information that we give, and for the safety of your data. We do not guarantee that a particular plumber is free or that the site is never down. Nothing here takes away rights that you have under the Consumer Protection Act or any other law, and nothing limits what either of us owes for harm done on purpose or through gross negligence.",
    { heading: "If something goes wrong" },
    `Speak to the plumber first. If that doesn't help, write to ${brand.email} with the job reference, and we'll try to settle it between you. You remain free to turn to the Consumer Protection Commission or to a court.`,
    { heading: "Law and changes" },
    "The law of Zimbabwe applies, and its courts decide. When these terms change, we'll say so on the site before the new ones apply; bookings made before that keep the old ones. If one part of these terms turns out to be invalid, the rest still applies.",
  ],
};
