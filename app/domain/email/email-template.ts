import { brand } from "~/brand";
import { formatPhone } from "../values/phone";

/** What an email says. Each room writes its own (`defineNotices`); this file gives them one frame. */
export interface EmailTemplate {
  subject: string;
  /** The reader's name, or null: an email to an address nobody has verified greets nobody by name (N10). */
  to: string | null;
  paragraphs: string[];
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
const escape = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

/** Renders a template as plain text and as HTML without images or style sheets. What people wrote stays text. */
export function renderEmail(template: EmailTemplate): RenderedEmail {
  // A subject is one line: a line break in a name must not start a header of its own.
  return { subject: template.subject.replace(/\s+/g, " "), text: renderText(template), html: renderHtml(template) };
}

const greeting = (template: EmailTemplate): string => (template.to ? `Hello ${template.to},` : "Hello,");
const signature = `${brand.name}, ${formatPhone(brand.phone)}, ${brand.email}`;

function renderText(template: EmailTemplate): string {
  return [
    greeting(template),
    ...template.paragraphs,
    ...(template.facts ? [template.facts.map(([label, value]) => `${label}: ${value}`).join("\n")] : []),
    ...(template.action ? [`${template.action.label}:\n${template.action.url}`] : []),
    ...(template.closing ? [template.closing] : []),
    `-- \n${signature}`,
  ].join("\n\n");
}

function renderHtml(template: EmailTemplate): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`;
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
  return `<!doctype html><html lang="en"><body style="margin:0;background:#FAF8F5;color:#14242B;font:16px/26px system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px 16px"><p style="margin:0 0 24px;font-weight:700;font-size:20px;color:#0E4251">${escape(brand.name)}</p>${[greeting(template), ...template.paragraphs].map(paragraph).join("")}${facts}${action}${template.closing ? paragraph(template.closing) : ""}<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #D5DEE1;color:#5E727B;font-size:14px">${escape(signature)}</p></div></body></html>`;
}
