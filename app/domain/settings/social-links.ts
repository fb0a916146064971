/** The social networks, and the sites that their pages are on; the first is the one to name. */
export const SOCIAL_SITES = {
  Facebook: ["facebook.com", "fb.com", "fb.me"],
  Instagram: ["instagram.com"],
  X: ["x.com", "twitter.com"],
  TikTok: ["tiktok.com"],
  LinkedIn: ["linkedin.com", "lnkd.in"],
  YouTube: ["youtube.com", "youtu.be"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type SocialNetwork = keyof typeof SOCIAL_SITES;
export const SOCIAL_NETWORKS = Object.keys(SOCIAL_SITES) as SocialNetwork[];

export type SocialLinks = Partial<Record<SocialNetwork, string>>;
