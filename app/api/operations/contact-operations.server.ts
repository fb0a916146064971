import { enquiryCall } from "~/domain/enquiries/enquiry-forms";
import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import { made, openOperation, said } from "../operation";

export const contactOperations = [
  openOperation({
    id: "contactUs",
    topic: "Contact",
    method: "POST",
    path: "/api/contact",
    summary: "Write to our office",
    description: "The forms of the public pages; without a topic, the home page's.",
    caller: "anyone",
    body: { as: "json", schema: enquiryCall },
    response: said,
    makes: "always",
    limits: ["contactPerAddress"],
    refusals: ["tooMany"],
    async run({ context, body: { topic, ...enquiry } }) {
      const result = await sendEnquiry(context, topic, enquiry, context.clientAddress);
      if (!result.ok) return result;
      return made({ message: "Thank you. We'll answer soon." });
    },
  }),
];
