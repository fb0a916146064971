// The errors beside the fields of each form, by its address and name: sent empty, then with 5,000 letters in each field.
// One text stands for both. "-" is no error, a number the length that the field takes.

const TABLE = `
/?index appointment
/contact contact
  email: Email is required | Please enter a valid email address.
  message: Message is required | 2,000
  name: Name is required | 60
  phone: - | Please enter a phone number like 077 123 4567, or one from abroad with + in front.
  subject: - | 120

/?index home
  email: Email is required | Please enter a valid email address.
  message: Message is required | 2,000
  name: Name is required | 60
  phone: - | Please enter a phone number like 077 123 4567, or one from abroad with + in front.
  subject: Subject is required | 120

/service-details quote
  email: Email is required | Please enter a valid email address.
  message: Message is required | 2,000
  name: Name is required | 60
  phone: - | Please enter a phone number like 077 123 4567, or one from abroad with + in front.

/appointment/:id
  appointmentDate: Day is required.
  appointmentTime: Please select a time slot.
  notes: - | 1,000
  serviceType: Problem is required.
  street: Street or landmark is required. | 240
  suburb: Suburb is required. | 60

/appointment/:id/ask
  content: Question is required. | 500

/signup
  email: Email is required. | Please enter a valid email address.
  name: First name is required. | 60
  password: Password is required. | 128
  phone: - | Please enter a phone number like 077 123 4567, or one from abroad with + in front.
  terms: You must accept the terms and policy. | -
  username: Last name is required. | 60

/signin
  email: Email is required. | Please enter a valid email address.
  password: Password is required. | 128

/resend-verification
/forgot-password
  email: Email is required. | Please enter a valid email address.

/change-password
  current: Your current password is required. | 128
  password: Password is required. | 128

/security passkey
  name: Name is required. | 60

/step-up
  factorPassword: - | This is not your current password.

/client-dashboard/book
  appointmentDate: Date is required. | Please write 2 December 2026 as 02.12.2026 or 2026-12-02.
  appointmentTime: Time is required. | This is no time of day. Please choose another.
  city: City is required. | 60
  notes: - | 1,000
  serviceType: Service is required.
  street: Street or landmark is required. | 240
  suburb: Suburb is required. | 60

/client-dashboard/bookings/:id/money/record-payment
/plumber-dashboard/jobs/:id/money/record-payment
  amount: Please enter an amount in dollars, like 25 or 25.50.
  method: Payment method is required.

/client-dashboard/bookings/:id/reschedule
/plumber-dashboard/jobs/:id/reschedule
/admin-dashboard/bookings/:id/reschedule
  appointmentDate: Day is required. | -
  appointmentTime: Time is required. | -
  otherDate: - | Please write 2 December 2026 as 02.12.2026 or 2026-12-02.
  otherTime: - | This is no time of day. Please choose another.

/client-dashboard/bookings/:id/photos photo
/plumber-dashboard/papers identity
/plumber-dashboard/papers certificate
/plumber-dashboard/papers reference
  photo: Photo is required.

/client-dashboard/bookings/:id/correct
  notes: - | 1,000
  street: Street or landmark is required. | 240
  suburb: Suburb is required. | 60

/client-dashboard/bookings/:id/cancel
/plumber-dashboard/jobs/:id/refuse
/admin-dashboard/lists/bookings
/admin-dashboard/lists/people

/admin-dashboard/bookings/chosen/reassign?ids=:id
  plumber: Plumber is required.

/client-dashboard/messages/:id
/plumber-dashboard/messages/:id
/admin-dashboard/messages/:id
  content: Message is required. | 2,000

/client-dashboard/reviews
  comment: - | 1,000

/client-dashboard/settings
/plumber-dashboard/settings
  current: Your current password is required. | 128
  sure: Please tick the box to delete your account. | -

/client-dashboard/settings/notifications notices
/plumber-dashboard/settings/notifications notices
/admin-dashboard/settings/notifications notices
  quietFrom: Both times of your quiet hours are required.
  quietUntil: Both times of your quiet hours are required.

/client-dashboard/settings/phone phone-whatsapp
/client-dashboard/settings/phone phone-sms
/plumber-dashboard/settings/phone phone-whatsapp
/plumber-dashboard/settings/phone phone-sms
/admin-dashboard/settings/phone phone-whatsapp
/admin-dashboard/settings/phone phone-sms
  consent: Please tick this first. | -
  phone: Please enter a valid phone, like 0772 123 456.

/client-dashboard/settings/programs makeToken
/plumber-dashboard/settings/programs makeToken
  name: Name is required. | 60
  scopes: At least one choice is required. | -

/client-dashboard/settings/programs addWebhook
/plumber-dashboard/settings/programs addWebhook
  topics: At least one choice is required. | -
  url: - | 500

/plumber-dashboard/jobs/:id/quote
  deposit: - | Please enter an amount in dollars, like 25 or 25.50.
  lines[0].amount: - | Please enter an amount in dollars, like 25 or 25.50.
  lines[0].what: - | 80
  lines[1].amount: - | Please enter an amount in dollars, like 25 or 25.50.
  lines[1].what: - | 80
  lines[2].amount: - | Please enter an amount in dollars, like 25 or 25.50.
  lines[2].what: - | 80
  lines[3].amount: - | Please enter an amount in dollars, like 25 or 25.50.
  lines[3].what: - | 80
  note: - | 500
  validUntil: Day is required. | Please write 2 December 2026 as 02.12.2026 or 2026-12-02.

/plumber-dashboard/jobs/:id/report
  report: Report is required. | 1,000

/plumber-dashboard/reviews/:id/answer
  answer: Answer is required. | 1,000

/plumber-dashboard/papers note
  note: - | 500

/plumber-dashboard/availability
  closesAt: Please choose hours between 10:00 am and 9:00 pm.
  jobMinutes: Time per job is required.
  opensAt: Please choose hours between 10:00 am and 9:00 pm.

/plumber-dashboard/settings/payouts payout-details
  bank: - | 60
  branch: - | 60
  holder: Name on the account is required. | 80
  method: Payout method is required.
  number: - | Please enter the account's number: 6 to 20 digits.
  phone: - | Please enter an EcoCash phone like 077 123 4567.

/reviews/:id/report
  reason: Reason is required. | 60
  reasonText: - | 300

/profile?edit
  addressLine1: - | 120
  name: First name is required. | 60
  phone: - | Please enter a phone number like 077 123 4567, or one from abroad with + in front.
  username: Last name is required. | 60

/plumber-dashboard/profile?edit
  about: About is required for plumbers. | 1,000
  addressLine1: Address Line 1 is required for plumbers. | 120
  addressLine2: - | 120
  city: City is required for plumbers. | 60
  experience: Experience is required for plumbers. | 60
  fees: Fees is required for plumbers. | Please enter an amount from 0 to 10,000 with at most 2 decimals.
  name: First name is required. | 60
  phone: - | Please enter a phone number like 077 123 4567, or one from abroad with + in front.
  servedSuburbs: - | 1,000
  speciality: Speciality is required for plumbers. | 60
  suburb: - | 60
  username: Last name is required. | 60

/plumber-dashboard/jobs/:id/finish
  finalAmount: Please enter an amount in dollars, like 25 or 25.50.
  finalReason: - | 300
  report: - | 1,000

/admin-dashboard/board/:id?city=harare
  appointmentDate: Day is required. | Please write 2 December 2026 as 02.12.2026 or 2026-12-02.
  appointmentTime: Time is required. | This is no time of day. Please choose another.
  plumber: - | Plumber is required.

/admin-dashboard/lists/bookings save
/admin-dashboard/lists/people save
  name: Name is required. | 40

/admin-dashboard/bookings/new
  appointmentDate: Day is required. | Please write 2 December 2026 as 02.12.2026 or 2026-12-02.
  appointmentTime: Time is required. | This is no time of day. Please choose another.
  city: City is required.
  client: Please find the client, or choose Someone new.
  notes: - | 1,000
  serviceType: Service is required.
  street: Street or landmark is required. | 240
  suburb: - | 60
  words: - | 300

/admin-dashboard/conversations/:id
  kind: Reason is required.
  words: What it is about is required. | 300

/admin-dashboard/bookings/:id/money/decide
  amount: Please enter an amount in dollars, like 25 or 25.50. | Please enter an amount in dollars, like 25 or 25.50.
  reason: Reason is required: both sides read it. | 300

/admin-dashboard/bookings/:id
  title: - | 60

/admin-dashboard/bookings/:id/correct
  city: City is required. | 60
  notes: - | 1,000
  serviceType: - | Problem is required.
  street: Street or landmark is required. | 240
  suburb: - | 60

/admin-dashboard/bookings/:id/cancel
  reason: Reason is required: choose one, or write your own. Both sides will read it. | -

/admin-dashboard/payouts/stop stop
  reason: Reason is required. | 300

/admin-dashboard/payouts/:id sent
/admin-dashboard/refunds/:id
  reference: Reference is required. | 60

/admin-dashboard/payouts/:id leaveOut::id
  reason: Reason is required. | 300

/admin-dashboard/books arrival
  arrived: Please enter an amount in dollars, like 25 or 25.50.
  fee: - | Please enter an amount in dollars, like 1.20.
  reference: Reference is required. | 60

/admin-dashboard/people/:id/notes/:id
/admin-dashboard/people/:id note
  words: Note is required. | 1,000

/admin-dashboard/people/:id/correct
  addressLine1: - | 120
  firstName: First name is required. | 60
  lastName: Last name is required. | 60
  phone: Phone is required. | Please enter a phone number like 077 123 4567, or one from abroad with + in front.

/admin-dashboard/people/:id/suspend
/admin-dashboard/reviews/:id/hide
  reason: Reason is required. | 300

/admin-dashboard/vetting/:id identity
/admin-dashboard/vetting/:id certificate
  lastDay: - | Please write 2 December 2026 as 02.12.2026 or 2026-12-02.
  note: - | 300

/admin-dashboard/vetting/:id reference
  note: - | 300

/admin-dashboard/inbox/:id
  answer: Answer is required. | 2,000

/admin-dashboard/settings approval
  approval: Choice is required.

/admin-dashboard/settings commission
  percent: Please enter a whole number from 0 to 50.

/admin-dashboard/settings text-answers
  textAnswers: Choice is required.

/admin-dashboard/settings fee-mode
  feeMode: Choice is required.

/admin-dashboard/settings budgets
  sms: Please enter a whole number from 0 to 100,000.
  whatsapp: Please enter a whole number from 0 to 100,000.

/admin-dashboard/settings email-frame
  closing: - | 200
  greeting: Greeting is required. | 60

/admin-dashboard/settings quiet-hours
  quietFrom: Time is required.
  quietUntil: Time is required.

/admin-dashboard/settings social-links
  Facebook: - | Please enter an address that begins with https:// and is on facebook.com.
  Instagram: - | Please enter an address that begins with https:// and is on instagram.com.
  LinkedIn: - | Please enter an address that begins with https:// and is on linkedin.com.
  TikTok: - | Please enter an address that begins with https:// and is on tiktok.com.
  X: - | Please enter an address that begins with https:// and is on x.com.
  YouTube: - | Please enter an address that begins with https:// and is on youtube.com.
`;

/** The words of a cell; null for nothing. */
const wordsIn = (cell: string): string | null =>
  cell === "-" ? null : /^[\d,]+$/.test(cell) ? `Please use at most ${cell} characters.` : cell;

function readField(line: string) {
  const [, field, empty, long] = /^ {2}([^:]+): (.+?)(?: \| (.+))?$/.exec(line)!;
  return { field: field!, said: { empty: wordsIn(empty!), long: wordsIn(long ?? empty!) } };
}

/** Of each form its fields with what is said beside them. */
export const REFUSED_FORMS = new Map(
  TABLE.trim()
    .split("\n\n")
    .flatMap((block) => {
      const lines = block.split("\n");
      const fields = lines.filter((line) => line.startsWith("  ")).map(readField);
      return lines.filter((line) => !line.startsWith("  ")).map((form) => [form, fields] as const);
    }),
);
