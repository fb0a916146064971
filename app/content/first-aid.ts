import type { Problem } from "~/domain/search/problem";

/** What can't wait for a plumber, by problem. */
export const FIRST_AID: Partial<Record<Problem, string>> = {
  "burst-pipe": "Water running? First close the valve at the meter, or under the tank.",
  "geyser-leak": "First switch the geyser off at the board, and close the cold-water valve beside it.",
  gas: "Smell gas? Close the cylinder, open doors and windows, touch no switch, and call from outside.",
};
