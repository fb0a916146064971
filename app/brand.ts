/** Who the company is. Nothing else repeats these. */
export const brand = {
  name: "Pombi",
  claim: "Plumbers you can trust, booked in a minute",
  /** Also in wrangler.toml. */
  domain: "pombi.co.zw",
  legalName: "Pombi Plumbing (Private) Limited",
  phone: "+263242700700",
  whatsApp: "+263772700700",
  email: "hello@pombi.co.zw",
  emailSender: { name: "Pombi", email: "no-reply@pombi.co.zw" },
  address: ["14 Samora Machel Avenue", "Harare", "Zimbabwe"],
  hours: [
    { days: "Mon to Fri", time: "8:00 AM to 6:00 PM", schema: "Mo-Fr 08:00-18:00" },
    { days: "Saturday", time: "9:00 AM to 5:00 PM", schema: "Sa 09:00-17:00" },
    { days: "Sunday", time: "Closed", schema: null },
  ],
  currency: { code: "USD", symbol: "$" },
} as const;
