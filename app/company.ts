/** The rest about the company: apart from `brand`, because few pages of the dashboards need any of it. */
export const company = {
  legalName: "Pombi Plumbing (Private) Limited",
  address: ["14 Samora Machel Avenue", "Harare", "Zimbabwe"],
  hours: [
    { days: "Mon to Fri", time: "8:00 am to 6:00 pm", schema: "Mo-Fr 08:00-18:00" },
    { days: "Saturday", time: "9:00 am to 5:00 pm", schema: "Sa 09:00-17:00" },
    { days: "Sunday", time: "Closed", schema: null },
  ],
  currency: { code: "USD", symbol: "$" },
} as const;
