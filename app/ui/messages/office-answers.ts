import { brand } from "~/brand";

/** The second line of an admin, in lists and above the conversation. */
export const OFFICE_ANSWERS = `${brand.name} office, answers in office hours`;
