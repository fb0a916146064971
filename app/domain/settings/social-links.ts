export const SOCIAL_NETWORKS = ["Facebook", "Instagram", "X", "TikTok", "LinkedIn", "YouTube"] as const;

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

export type SocialLinks = Partial<Record<SocialNetwork, string>>;
