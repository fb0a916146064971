export const brand = {
  name: "Pombi",
  claim: "Plumbers you can trust, booked in a minute",
  /** Also in wrangler.toml. */
  domain: "pombi.co.zw",
  phone: "+263242700700",
  whatsApp: "+263772700700",
  email: "hello@pombi.co.zw",
  emailSender: { name: "Pombi", email: "no-reply@pombi.co.zw" },
} as const;

/** Beside an admin's name in messages. */
export const OFFICE_ANSWERS = `${brand.name} office, answers in office hours`;
