import { eq, sql } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "~/db/client.server";
import { settings } from "~/db/schema";
import type { AuthenticatedUser } from "../values/user";
import type { DomainContext } from "../domain-context.server";
import { SOCIAL_NETWORKS, type SocialLinks } from "./social-links";
import { changeSetting, settingValue, type SettingResult } from "./change-setting.server";
import { storeSetting } from "./store-setting.server";

/** Its name among the settings, and in the log of what was changed. */
export const SOCIAL_LINKS_SETTING = "socialLinks";
const stored = z.partialRecord(z.enum(SOCIAL_NETWORKS), z.string());

/** Finds the company's social links (W8); empty until an admin has set some. */
export async function findSocialLinks(db: Database): Promise<SocialLinks> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, SOCIAL_LINKS_SETTING));
  return row ? stored.parse(JSON.parse(row.value)) : {};
}

/** The company's links as one text, by which changes of two admins are told apart. */
export const socialLinksText = (links: SocialLinks): string =>
  JSON.stringify(
    Object.fromEntries(SOCIAL_NETWORKS.flatMap((network) => (links[network] ? [[network, links[network]]] : []))),
  );

/**
 * Replaces the company's social links (O18): a network that is left out has none. Repeating it changes nothing. `shown`: what
 * the admin saw, as `socialLinksText`. Refuses with `settingChanged`.
 */
export const saveSocialLinks = (
  context: DomainContext,
  admin: AuthenticatedUser,
  links: SocialLinks,
  shown: string | null = null,
): Promise<SettingResult> => {
  const value = socialLinksText(links);
  return changeSetting(context, admin, {
    action: "socialLinksChanged",
    setting: SOCIAL_LINKS_SETTING,
    present: sql`coalesce(${settingValue(SOCIAL_LINKS_SETTING)}, '{}')`,
    value,
    shown,
    before: settingValue(SOCIAL_LINKS_SETTING),
    after: sql`${value}`,
    store: (recorded) => [storeSetting(context, SOCIAL_LINKS_SETTING, value, recorded)],
  });
};
