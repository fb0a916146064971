import { enquiryCall } from "~/domain/enquiries/enquiry-forms";
import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import { hitRateLimits } from "~/domain/rate-limits/rate-limits.server";
import { made, openOperation, said } from "../operation";

export const contactOperations = [
  openOperation({
    id: "contactUs",
    topic: "Contact",
    method: "POST",
    path: "/api/contact",
    summary: "Write to our office",
    description: "The forms of the public pages; without a topic, that of the home page.",
    caller: "anyone",
    body: { as: "json", schema: enquiryCall },
    answer: said,
    makes: "always",
    limits: ["contactPerAddress"],
    refusals: ["tooMany"],
    async run({ context, body: { topic, ...enquiry } }) {
      const { db, limits, now, address } = context;
      const tooMany = await hitRateLimits(
        db,
        limits,
        [
          ["contactPerSender", enquiry.email],
          ["contactPerAddress", address],
        ],
        now,
      );
      if (tooMany) return tooMany;
      await sendEnquiry(context, topic, enquiry);
      return made({ message: "Thank you. We will answer soon." });
    },
  }),
];
