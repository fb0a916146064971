/** The rank is as if so many more clients had given so many stars (D7). */
export const RANK_PRIOR = { clients: 5, stars: 4 } as const;
