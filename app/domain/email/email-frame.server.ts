import { sql } from "drizzle-orm";
import type { Database } from "~/db/client.server";
import { changeSetting, settingValue, type SettingResult } from "../settings/change-setting.server";
import { storeSetting } from "../settings/store-setting.server";
import type { DomainContext } from "../domain-context.server";
import type { AuthenticatedUser } from "../values/user";
import { emailFrameText, USUAL_FRAME, type EmailFrame } from "./email-frame";

/** Its name among the settings, and in the log of what was changed. */
export const EMAIL_FRAME_SETTING = "emailFrame";

const present = sql`coalesce(${settingValue(EMAIL_FRAME_SETTING)}, ${emailFrameText(USUAL_FRAME)})`;
const part = (name: keyof EmailFrame) => sql`json_extract(${present}, ${`$.${name}`})`;

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
