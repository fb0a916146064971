import type { AppLoadContext } from "@remix-run/cloudflare";
import { sendEnquiry } from "~/domain/enquiries/enquiries.server";
import type { EnquiryTopic } from "~/domain/enquiries/enquiry";
import { enquiryForm, homeEnquiryForm } from "~/domain/enquiries/enquiry-forms";
import { flashCookie } from "./flash";
import { parseForm } from "./forms";
import { redirectTo } from "./redirects";

/** Takes a form of the public pages; `back` is its page, which says in the place of the form of that `topic` that it was sent. */
export async function receiveEnquiry(form: FormData, context: AppLoadContext, topic: EnquiryTopic, back: string) {
  const parsed = parseForm(form, topic === "home" ? homeEnquiryForm : enquiryForm);
  if (!parsed.value) return parsed.invalid();
  const result = await sendEnquiry(context, topic, parsed.value, context.clientAddress);
  if (!result.ok) return parsed.refused(result);
  return redirectTo(`${back}#${topic}-sent`, { "Set-Cookie": flashCookie("enquirySent", topic) });
}
