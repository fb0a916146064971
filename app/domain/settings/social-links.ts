export const SOCIAL_NETWORKS = ["Facebook", "Instagram", "X", "TikTok", "LinkedIn", "YouTube"] as const;

export const LINK_LENGTH = 300;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

export type SocialLinks = Partial<Record<SocialNetwork, string>>;
