/** The networks for which the office can set an address of the company. */
export const SOCIAL_NETWORKS = ["Facebook", "Instagram", "X", "TikTok", "LinkedIn", "YouTube"] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** The company's addresses, of the networks that have one (W8). */
export type SocialLinks = Partial<Record<SocialNetwork, string>>;
