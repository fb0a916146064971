import { brand } from "~/brand";
import { formatPhone } from "../values/phone";

/** What a mail says. Each domain writes its own letters; this file gives them their one frame. */
export interface Letter {
  subject: string;
  /** The name of the person written to, or null when we do not know them. */
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

/** A letter as plain text and as HTML that needs no picture and no style sheet of a mail program. */
export function renderEmail(letter: Letter): RenderedEmail {
  // A subject is one line: a line break in somebody's name must not start a header of its own.
  return { subject: letter.subject.replace(/\s+/g, " "), text: renderText(letter), html: renderHtml(letter) };
}

const greeting = (letter: Letter): string => (letter.to ? `Hello ${letter.to},` : "Hello,");
const signature = `${brand.name}, ${formatPhone(brand.phone)}, ${brand.mail}`;

function renderText(letter: Letter): string {
  return [
    greeting(letter),
    ...letter.paragraphs,
    ...(letter.facts ? [letter.facts.map(([label, value]) => `${label}: ${value}`).join("\n")] : []),
    ...(letter.action ? [`${letter.action.label}:\n${letter.action.url}`] : []),
    ...(letter.closing ? [letter.closing] : []),
    `-- \n${signature}`,
  ].join("\n\n");
}

function renderHtml(letter: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`;
  const facts = letter.facts
    ? `<table role="presentation" style="margin:0 0 20px;border-collapse:collapse">${letter.facts
        .map(
          ([label, value]) =>
            `<tr><td style="padding:4px 16px 4px 0;color:#42565F;vertical-align:top">${escape(label)}</td><td style="padding:4px 0"><b>${escape(value)}</b></td></tr>`,
        )
        .join("")}</table>`
    : "";
  const action = letter.action
    ? `<p style="margin:24px 0"><a href="${escape(letter.action.url)}" style="display:inline-block;background:#B84E14;color:#fff;text-decoration:none;font-weight:600;padding:14px 24px;border-radius:10px">${escape(letter.action.label)}</a></p>`
    : "";
  return `<!doctype html><html lang="en"><body style="margin:0;background:#FAF8F5;color:#14242B;font:16px/26px system-ui,sans-serif"><div style="max-width:560px;margin:0 auto;padding:24px 16px"><p style="margin:0 0 24px;font-weight:700;font-size:20px;color:#0E4251">${escape(brand.name)}</p>${[greeting(letter), ...letter.paragraphs].map(paragraph).join("")}${facts}${action}${letter.closing ? paragraph(letter.closing) : ""}<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #D5DEE1;color:#5E727B;font-size:14px">${escape(signature)}</p></div></body></html>`;
}
