/** Where the filled town's clients live and its plumbers of Harare are based. */
export const SUBURBS_OF_HARARE = [
  "Avondale",
  "Borrowdale",
  "Belvedere",
  "Budiriro",
  "Eastlea",
  "Glen View",
  "Greendale",
  "Hatfield",
  "Highfield",
  "Highlands",
  "Mabelreign",
  "Mbare",
  "Mount Pleasant",
] as const;
