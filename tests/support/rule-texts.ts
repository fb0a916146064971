import { newEmail, PASSWORD } from "./sign-up";
import { requestFields, type Town } from "./town";

// The texts of the pages, by the section or the rule that gives them.

type Reader = keyof Town["cookies"] | "nobody" | "newcomer" | "visitor";

export interface TextRow {
  line: string;
  who: Reader;
  path: string;
  /** Is sent to the page first. */
  form?: Record<string, string>;
  sees: string[];
}

export interface TextStage extends Pick<Town, "client" | "plumber" | "otherPlumber" | "starts" | "pending"> {
  /** Jobs of the client: with a review, without one, and one that runs. */
  reviewed: string;
  reviewable: string;
  running: string;
  /** A client and a plumber who are new here. */
  nobody: { email: string };
  newcomer: { email: string };
}

/** Line, reader, address, and what is seen there: h a heading, b a button, busy what it says once pressed, l a link, f a field. */
const tableOf = ({ client, plumber, nobody, newcomer, pending, reviewed, running }: TextStage) => `
2.1 client /bookings: title: My Bookings | h: My Bookings
2.3 visitor /signup: l: SIGN IN | f: First Name | f: Last Name | f: Email | f: Password
2.3.1 visitor /signup: f: Photo | f: Speciality | f: Experience | f: About | f: City | f: Address Line 1
    | f: Address Line 2 | f: Visit fee (US$) | Appointment fee (USD)
2.4 visitor /signin: l: SIGN UP | b: SIGN IN | l: New here? Sign Up | f: Email | f: Password
    | busy: Signing in...
2.5 visitor /verify-email: No token provided.
M8 visitor /terms: We send what goes back within 3 days
2.6 nobody /client-dashboard: h: Welcome, Newest | Active Bookings | Upcoming Appointments | Unread Messages
    | Outstanding Payments
B21 client /client-dashboard: l: Active Bookings | l: Upcoming Appointments | l: Unread Messages
    | l: Outstanding Payments
2.6 nobody /client-dashboard: l: Overview | l: Bookings | l: Payments | l: Messages | l: Profile | l: Support
    | l: Reviews | l: Settings | b: Logout
2.6 nobody /client-dashboard/book: b: Book Service | busy: Booking... | f: What's the problem? | f: Date
    | f: Time | f: Tell the plumber more
2.6 nobody /client-dashboard/bookings: No bookings found.
2.6 client /client-dashboard/bookings: Tendai Own | l: View | pending | confirmed | cancelled | refused
    | completed | l: Cancel
B17 client /client-dashboard/bookings/${running}: Plumbing Service
4 client /client-dashboard/bookings/${pending}/cancel: h: Are you sure you want to cancel this booking?
    | busy: Cancelling...
2.6 nobody /client-dashboard/payments: Coming soon
2.6 nobody /client-dashboard/support: Coming soon | l: WhatsApp | l: Message our office
2.6 client /client-dashboard/support: h: About which booking?
2.6 nobody /client-dashboard/settings: h: Settings | l: Change password
2.6 client /client-dashboard/messages: h: Plumbers & Admin | (Admin) | Select a plumber or admin to chat.
2.6 client /client-dashboard/messages/${plumber.id}: h: Leave a Review for Completed Jobs
    | placeholder: Type a message... | b: Send | f: 5 stars | f: 1 star | f: Comment
2.6 nobody /client-dashboard/profile: Newest Person | Client | ${nobody.email} | Social Media | My Productions
    | l: Edit
2.12 client /profile?edit: b: Save | l: Cancel | f: First Name | f: Phone | f: Address Line 1 | f: Photo
2.6 nobody /client-dashboard/reviews: h: My Ratings & Reviews | You have not reviewed any jobs yet.
    | No completed jobs left to review!
2.6 client /client-dashboard/reviews: Tendai Own | No comment | 4/5 of 5 stars
    | h: Leave a Review for Completed Jobs
2.6 admin /admin-dashboard/messages: Select a user to chat.
2.7 newcomer /plumber-dashboard: l: Dashboard | l: Jobs | l: Calendar | l: Stats | l: Earnings | l: Profile
    | l: Papers | l: Settings | l: Reviews | l: Notifications | l: Messages | b: Logout
2.7 newcomer /plumber-dashboard/card: Newest Person | Harare | Leak Repair | 5 Years | ${newcomer.email} | N/A
2.7 newcomer /plumber-dashboard/calendar: Your calendar will appear here.
2.7 newcomer /plumber-dashboard/stats: h: Stats
2.7 newcomer /plumber-dashboard/settings: h: Settings
2.6 newcomer /plumber-dashboard/profile: plumber User | $25 | Social Media | My Productions
2.7.1 newcomer /plumber-dashboard: h: Welcome, Newest | Total Jobs | Completed Jobs | Average Rating
    | Total Reviews | Completion Rate | 0.00 | 0% | No recent reviews yet.
2.7.1 plumber /plumber-dashboard: 4.50 | Unknown Client | No comment | Good work | b: Confirm | l: Refuse
2.7.2 plumber /plumber-dashboard/jobs: h: My Jobs | Plumbing Job | Rudo Own | l: View | pending
2.7.3 plumber /plumber-dashboard/jobs/${pending}: Plumbing Job | Rudo Own | A secret note
    | No report submitted yet. | b: Confirm | l: Refuse | l: Cancel | l: Back
2.7.3 plumber /plumber-dashboard/jobs/${running}: l: Mark Completed | l: Back
2.7.3 plumber /plumber-dashboard/jobs/nobody: Job not found. | The link may be old, or it belongs to another account.
    | l: Call our office | l: All jobs
B19 client /client-dashboard/bookings/nobody: Booking not found. | l: Call our office | l: All bookings
B19 admin /admin-dashboard/bookings/nobody: Booking not found. | l: All bookings
2.7.4 newcomer /plumber-dashboard/reviews: h: Client Reviews & Ratings | You have not received any reviews yet.
2.7.4 plumber /plumber-dashboard/reviews: Rudo Own | Unknown Client | No comment | 4/5 of 5 stars
2.7.5 newcomer /plumber-dashboard/notifications: h: Unseen Bookings | No new bookings.
2.7.5 plumber /plumber-dashboard/notifications: Rudo Own | l: View | b: Mark as Seen
2.7.6 plumber /plumber-dashboard/messages: h: Clients & Admin | Admin | Select a client or admin to chat.
2.7.6 plumber /plumber-dashboard/messages/${client.id}: placeholder: Type a message... | b: Send
2.10 visitor /plumbers: Available | Tendai Own | Leak Repair
2.11 visitor /appointment/${plumber.id}: h: Tendai Own | Leak Repair, 5 years' experience | h: About
    | Visit fee $25: comes, inspects, quotes | Book an appointment | h: Top Plumbers in Harare
4 client /appointment/${plumber.id}?job=${reviewed}: You have already reviewed this plumber for this job.
8 visitor /client-dashboard/reviews: You must be logged in to leave a review.
8 visitor /client-dashboard: You must be logged in.
W21 visitor /: See the fee first. More only if you agree. | You pay the plumber; you both confirm it.
    | Nobody came? Nothing is due. You disagree? Our office decides within 3 working days.
W21 visitor /appointment/${plumber.id}: See the fee first. More only if you agree. | Nobody came? Nothing is due.
T5 visitor /appointment/${plumber.id}: 10:00 am | 8:30 pm
2.9 visitor /blog/6: h: Blog post not found
B1 admin /admin-dashboard/bookings?status=in-progress: In progress
`;

const readRow = (row: string): TextRow => {
  const [, line, who, path, texts] = /^(\S+) (\w+) (\S+): (.*)$/.exec(row)!;
  return { line: line!, who: who as Reader, path: path!, sees: texts!.split(" | ") };
};

/** Rows of the table. A line that begins with blanks goes on. */
export const ruleTexts = (stage: TextStage): TextRow[] =>
  tableOf(stage).trim().replace(/\n +/g, " ").split("\n").map(readRow);

export const SIGN_UP = { role: "client", name: "Rudo", username: "Moyo", password: PASSWORD, terms: "on" };

/** The texts of the page that answers a form. */
export function ruleAnswers({ plumber, otherPlumber, starts, reviewable }: TextStage): TextRow[] {
  const booked = requestFields(starts.at(-9)!);
  const book = "/client-dashboard/book";
  const reviews = "/client-dashboard/reviews";
  const page = `/appointment/${plumber.id}`;
  const answers: Record<string, Record<string, string>> = {
    "2.3 visitor /signup: Registration successful! Please check your email to verify your account.": {
      ...SIGN_UP,
      email: newEmail(),
    },
    "2.4 visitor /signin: Invalid email or password.": { email: newEmail(), password: "not it" },
    [`5 nobody ${book}: Please fill all required fields.`]: { notes: "Kept" },
    [`8 client ${book}: Booking request sent!`]: { ...booked, city: "Harare" },
    "8 client /profile?edit: Profile updated successfully!": { name: "Rudo", username: "Own" },
    [`8 client ${reviews}: Review submitted!`]: { booking: reviewable, rating: "5", comment: "" },
    [`5 otherClient ${page}: Please select a time slot.`]: { ...booked, appointmentTime: "" },
    [`8 visitor ${page}: You must be logged in to book.`]: requestFields(starts.at(-10)!),
    [`8 otherClient /appointment/${otherPlumber.id}: Booking successful!`]: booked,
    "W4 visitor /contact: Your message has been sent!": {
      form: "contact",
      name: "R",
      email: newEmail(),
      message: "Hi",
    },
  };
  return Object.entries(answers).map(([row, form]) => ({ ...readRow(row), form }));
}
