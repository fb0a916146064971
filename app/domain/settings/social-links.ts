/** The networks that the company can link to (W8). */
export const SOCIAL_NETWORKS = ["Facebook", "Instagram", "X", "TikTok", "LinkedIn", "YouTube"] as const;

/** Of a URL, in characters. */
export const LINK_LENGTH = 300;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** The company's URLs, by network. */
export type SocialLinks = Partial<Record<SocialNetwork, string>>;
