import * as z from "zod";
import { brand } from "~/brand";
import { cleanLine } from "../values/text";
import { tooLong } from "../values/fields";
import { unbroken } from "../time/harare";
import { formatPhone } from "../values/phone";

/** `greeting`: with `{name}` where the reader's first name goes. `closing`: above the company's name, phone and address. */
export interface EmailFrame {
  greeting: string;
  closing: string;
}

export const USUAL_FRAME: EmailFrame = { greeting: "Hello {name},", closing: "" };
export const GREETING_LENGTH = 60;
export const CLOSING_LENGTH = 200;

/** The greeting of one reader; without a name where it isn't known. */
export const greet = (greeting: string, name: string | null = null): string =>
  name ? greeting.replaceAll("{name}", name) : greeting.replaceAll(" {name}", "").replaceAll("{name}", "");

// A link in every email would be what spam filters, and readers, learn to distrust.
const withoutLink = (text: string) => !/https?:|www\.|[<>]/i.test(text);

export const emailFrameForm = z.object({
  greeting: z
    .string("Please write a greeting.")
    .transform(cleanLine)
    .refine((text) => text.length > 0, "Please write a greeting.")
    .refine((text) => text.length <= GREETING_LENGTH, tooLong(GREETING_LENGTH))
    .refine(withoutLink, "Please write plain words, without links.")
    .refine((text) => !/[{}]/.test(text.replaceAll("{name}", "")), "The only placeholder is {name}."),
  closing: z
    .string()
    .optional()
    .transform((text) => cleanLine(text ?? ""))
    .refine((text) => text.length <= CLOSING_LENGTH, tooLong(CLOSING_LENGTH))
    .refine((text) => withoutLink(text) && !/[{}]/.test(text), "Please write plain words, without links."),
});

/** The contents of an email. Each room writes its own (`defineNotices`); this file gives them one frame. */
export interface EmailTemplate {
  subject: string;
  /** The reader's name. Absent: no one is greeted, as no one has verified the address (N10). */
  to?: string | null;
  paragraphs: string[];
  /** A line of stations above everything: how many of them are reached, and the present one or the closed one. */
  line?: { names: readonly string[]; reached: number; current: number; isClosed: boolean };
  facts?: [label: string, value: string][];
  action?: { label: string; url: string };
  closing?: string;
}

export interface RenderedEmail {
  subject: string;
  text: string;
  html: string;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => unbroken(text).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** Renders a template as plain text and as HTML without images or style sheets. Texts of people are escaped. */
export function renderEmail(template: EmailTemplate, frame: EmailFrame = USUAL_FRAME): RenderedEmail {
  const framed = { greeting: greet(frame.greeting, template.to), closing: frame.closing };
  return {
    // A subject is one line: a line break in a name must not start a new header.
    subject: template.subject.replace(/\s+/g, " "),
    text: renderText(template, framed),
    html: renderHtml(template, framed),
  };
}

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`;
const signature = `${brand.name}, ${formatPhone(brand.phone)}, ${brand.email}`;

function renderText(template: EmailTemplate, frame: EmailFrame): string {
  const text = [
    frame.greeting,
    ...template.paragraphs,
    ...(template.facts ? [template.facts.map(([label, value]) => `${label}: ${value}`).join("\n")] : []),
    ...(template.action ? [`${template.action.label}:\n${template.action.url}`] : []),
    ...(template.closing ? [template.closing] : []),
    ...(frame.closing ? [frame.closing] : []),
  ].join("\n\n");
  return `${text}\n\n-- \n${signature}`;
}

/** The line as a table, the one drawing that every mail program shows: filled cells up to the station reached. */
function renderLine({ names, reached, current, isClosed }: NonNullable<EmailTemplate["line"]>): string {
  const bar = names.map((_, index) => {
    const color = index < reached ? "#0E7387" : isClosed && index === current ? "#8F1D17" : "#FCE6D5";
    return `<td style="height:8px;background:${color};border:1px solid #B84E14;font-size:0;line-height:0">&nbsp;</td>`;
  });
  const captions = names.map(
    (name, index) =>
      `<td style="padding:4px 2px 0;font-size:12px;line-height:14px;text-align:center;vertical-align:top;color:${index === current ? "#14242B;font-weight:700" : "#5E727B"}">${escape(name)}</td>`,
  );
  return `<table role="presentation" width="100%" style="margin:0 0 24px;border-collapse:collapse"><tr>${bar.join("")}</tr><tr>${captions.join("")}</tr></table>`;
}

function renderHtml(template: EmailTemplate, frame: EmailFrame): string {
  const facts = template.facts
    ? `<table role="presentation" style="margin:0 0 20px;border-collapse:collapse">${template.facts
        .map(
          ([label, value]) =>
            `<tr><td style="padding:4px 16px 4px 0;color:#42565F;vertical-align:top">${escape(label)}</td><td style="padding:4px 0"><b>${escape(value)}</b></td></tr>`,
        )
        .join("")}</table>`
    : "";
  const action = template.action
    ? `<p style="margin:24px 0"><a href="${escape(template.action.url)}" style="display:inline-block;background:#B84E14;color:#fff;text-decoration:none;font-weight:600;padding:14px 24px;border-radius:10px">${escape(template.action.label)}</a></p>`
    : "";
  return `<!doctype html><html lang="en"><body style="margin:0;background:#FAF8F5;color:#14242B;font:16px/26px system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px 16px"><p style="margin:0 0 24px;font-weight:700;font-size:20px;color:#0E4251">${escape(brand.name)}</p>${template.line ? renderLine(template.line) : ""}${[frame.greeting, ...template.paragraphs].map(paragraph).join("")}${facts}${action}${[template.closing, frame.closing].map((text) => (text ? paragraph(text) : "")).join("")}<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #D5DEE1;color:#5E727B;font-size:14px">${escape(signature)}</p></div></body></html>`;
}
