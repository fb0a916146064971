export { declarationOf, mapProfileTexts, PROFILE_TEXT_NAMES, type ProfileText } from "~/db/profile-texts";

/** The specialities of plumbers (D11). Other reveals a free text. */
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

export const OTHER = "Other";

/** Which specialities fit each service (D11). Every plumber fits "Inspection" and "Other". */
export const FITTING: Record<string, readonly string[]> = {
  "Leak Fixing": [
    "Leak Repair",
    "Pipe Inspection & Leak Detection",
    "Pipe Replacement",
    "Fixture Replacement",
    "Faucet Installation",
    "Residential Plumbing",
    "Emergency Plumbing",
  ],
  "Drain Cleaning": [
    "Drain Cleaning",
    "Sewer Line Repair",
    "Residential Plumbing",
    "Commercial Plumbing",
    "Emergency Plumbing",
  ],
  Installation: [
    "Water Heater Installation",
    "Sprinkler Systems Installation",
    "Shower Installation",
    "Faucet Installation",
    "Fixture Replacement",
    "Bathroom Remodeling",
    "Kitchen Remodeling",
    "Water Filtration Systems",
    "Residential Plumbing",
  ],
};

export const fitsService = (speciality: string, serviceType: string | null): boolean =>
  FITTING[serviceType ?? ""]?.includes(speciality) ?? true;
