import * as z from "zod";
import { cleanLine } from "../values/text";
import { LINK_LENGTH, SOCIAL_NETWORKS, type SocialLinks, type SocialNetwork } from "./social-links";

/** An https URL without credentials; undefined for an empty field. */
const link = z
  .string()
  .optional()
  .transform((text, context) => {
    const written = cleanLine(text ?? "");
    if (!written) return undefined;
    const url = URL.canParse(written) ? new URL(written) : null;
    if (
      url?.protocol === "https:" &&
      url.hostname.includes(".") &&
      !url.username &&
      !url.password &&
      url.href.length <= LINK_LENGTH
    )
      return url.href;
    context.addIssue({ code: "custom", message: "Please enter an address that begins with https://." });
    return z.NEVER;
  });

/** The office's form (O18): a field for each network, named after it. */
export const socialLinksForm = z
  .object(Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, link])) as Record<SocialNetwork, typeof link>)
  .transform((links): SocialLinks => Object.fromEntries(Object.entries(links).filter(([, url]) => url !== undefined)));
