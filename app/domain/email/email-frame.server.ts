import { sql, type SQL } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { changeSetting, settingValue, type SettingResult } from "../settings/change-setting.server";
import { storeSetting } from "../settings/store-setting.server";
import type { DomainContext } from "../domain-context.server";
import { newId } from "../values/id";
import type { AuthenticatedUser } from "../values/user";
import { emailFrameText, USUAL_FRAME, type EmailFrame } from "./email-frame";
import { escapeHtml, PARAGRAPH, renderInFrame, type EmailTemplate } from "./email-template";

/** Its name among the settings, and in the log of what was changed. */
export const EMAIL_FRAME_SETTING = "emailFrame";

const present = sql`coalesce(${settingValue(EMAIL_FRAME_SETTING)}, ${emailFrameText(USUAL_FRAME)})`;
const part = (name: keyof EmailFrame) => sql`json_extract(${present}, ${`$.${name}`})`;
// The form takes no angle brackets.
const inHtml = (text: SQL) => sql`replace(${text}, '&', '&amp;')`;

/** Reads what every email begins and ends with (O18). */
export async function readEmailFrame(db: Database): Promise<EmailFrame> {
  const [row] = await db
    .select({
      greeting: sql<string>`${part("greeting")}`.as("greeting"),
      closing: sql<string>`${part("closing")}`.as("closing"),
    })
    .from(sql`(select 1)`);
  return row ?? USUAL_FRAME;
}

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

/**
 * Sets what every email begins and ends with, from now on (O18). Logged. `shown`: what the admin saw, as
 * `emailFrameText`. Refuses with `settingChanged`.
 */
export const saveEmailFrame = (
  context: DomainContext,
  admin: AuthenticatedUser,
  frame: EmailFrame,
  shown: string | null = null,
): Promise<SettingResult> => {
  const value = emailFrameText(frame);
  return changeSetting(context, admin, {
    action: "emailFrameChanged",
    setting: EMAIL_FRAME_SETTING,
    present,
    value,
    shown,
    before: present,
    after: sql`${value}`,
    store: (recorded) => [storeSetting(context, EMAIL_FRAME_SETTING, value, recorded)],
  });
};
