/** Also in wrangler.toml. */
const DOMAIN = "pombi.co.zw";

export const brand = {
  name: "Pombi",
  claim: "Plumbers you can trust, booked in a minute",
  domain: DOMAIN,
  phone: "+263242700700",
  whatsApp: "+263772700700",
  email: `hello@${DOMAIN}`,
  emailSender: { name: "Pombi", email: `no-reply@${DOMAIN}` },
} as const;
