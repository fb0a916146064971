export { declarationOf, ofProfileTexts, PROFILE_TEXT_NAMES, type ProfileText } from "~/db/profile-texts";

/** What plumbers say they do (D11). Other reveals a free text. */
export const SPECIALITIES = [
  "Residential Plumbing",
  "Commercial Plumbing",
  "Emergency Plumbing",
  "Water Heater Installation",
  "Sewer Line Repair",
  "Pipe Inspection & Leak Detection",
  "Drain Cleaning",
  "Gas Fitting",
  "Leak Repair",
  "Bathroom Remodeling",
  "Pipe Replacement",
  "Water Filtration Systems",
  "Sprinkler Systems Installation",
  "Kitchen Remodeling",
  "Fixture Replacement",
  "Shower Installation",
  "Faucet Installation",
] as const;

/** The last choice of the speciality and city lists: the user writes their own. */
export const OTHER = "Other";
