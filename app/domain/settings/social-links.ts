/** The networks where the company can have an address (W8). */
export const SOCIAL_NETWORKS = ["Facebook", "Instagram", "X", "TikTok", "LinkedIn", "YouTube"] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** The company's addresses, for the networks where it has one. */
export type SocialLinks = Partial<Record<SocialNetwork, string>>;
