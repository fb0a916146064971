/** The networks that the company can link to (W8). */
export const SOCIAL_NETWORKS = ["Facebook", "Instagram", "X", "TikTok", "LinkedIn", "YouTube"] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** The company's URLs, by network. */
export type SocialLinks = Partial<Record<SocialNetwork, string>>;
