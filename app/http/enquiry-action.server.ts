import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import type { EnquiryTopic } from "~/domain/enquiries/enquiry";
import { enquiryForm, homeEnquiryForm } from "~/domain/enquiries/enquiry-forms";
import { formAction } from "./forms";

/** The action of a page with forms to our office (W4): the topic is the field `form` where it's one of these, else the first. */
export const enquiryAction = (page: string, first: EnquiryTopic, ...others: EnquiryTopic[]) =>
  formAction("Your message was not sent", async ({ context, form, read, refused, goTo }) => {
    const topic = others.find((other) => other === form.get("form")) ?? first;
    const enquiry = read(topic === "home" ? homeEnquiryForm : enquiryForm);
    const result = await sendEnquiry(context, topic, enquiry);
    return result.ok ? goTo(`${page}#${topic}-sent`, "enquirySent", { at: topic }) : refused(result);
  });
