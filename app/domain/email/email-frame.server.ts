import { sql, type SQL } from "drizzle-orm";
import { settingPart } from "../settings/settings.server";
import { newId } from "../values/id";
import type { EmailFrame } from "./email-frame";
import { escapeHtml, PARAGRAPH, renderInFrame, type EmailTemplate } from "./email-template";

const part = (name: keyof EmailFrame) => settingPart("email-frame", name);
// The form takes no angle brackets.
const inHtml = (text: SQL) => sql`replace(${text}, '&', '&amp;')`;

/**
 * Renders an email whose text and HTML are SQL: the statement that stores them puts in the office's greeting
 * and closing (O18), so that nothing is read before.
 */
export function frameEmail(template: EmailTemplate): { subject: string; text: SQL; html: SQL } {
  // Nobody can guess the marks, and so put into a text what would be replaced.
  const [greeting, closing] = [newId(), newId()];
  const { subject, text, html } = renderInFrame(template, { text: { greeting, closing }, html: { greeting, closing } });
  const name = template.to;
  const greet = (stored: SQL, name: string | null) =>
    name ? sql`replace(${stored}, '{name}', ${name})` : sql`replace(replace(${stored}, ' {name}', ''), '{name}', '')`;
  const after = (before: SQL, stored: SQL, behind: SQL) =>
    sql`iif(${stored} = '', '', ${before} || ${stored} || ${behind})`;
  return {
    subject,
    text: sql`replace(replace(${text}, ${greeting}, ${greet(part("greeting"), name)}),
      ${closing}, ${after(sql`char(10, 10)`, part("closing"), sql`''`)})`,
    html: sql`replace(replace(${html}, ${greeting}, ${greet(inHtml(part("greeting")), name && escapeHtml(name))}),
      ${closing}, ${after(sql`${PARAGRAPH}`, inHtml(part("closing")), sql`'</p>'`)})`,
  };
}
