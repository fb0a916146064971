/** What the office sets (O18), by the name of its form: the title of its row, and of its history in the log. */
export const OFFICE_SETTING_TITLES = {
  approval: "New plumbers",
  commission: "Commission",
  "fee-mode": "Paying the visit fee with the request",
  budgets: "Messages to phones in a day",
  "email-frame": "Greeting and closing of emails",
  "quiet-hours": "Quiet hours of new accounts",
  "social-links": "Social media",
} as const;

export type OfficeSetting = keyof typeof OFFICE_SETTING_TITLES;

/** The setting with a name from outside; null: there is none. */
export const parseOfficeSetting = (name: string | null): OfficeSetting | null =>
  name !== null && Object.hasOwn(OFFICE_SETTING_TITLES, name) ? (name as OfficeSetting) : null;
