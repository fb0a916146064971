import { brand } from "~/brand";
import { NAME_LENGTH } from "./lengths";
import { line } from "./text-fields";

/** Names that pass for our office, without blanks: alone, each is refused. */
const OFFICE = [
  "admin",
  "administrator",
  "office",
  "ouroffice",
  "theoffice",
  "support",
  "customersupport",
  "customercare",
  "customerservice",
  "helpdesk",
  "moderator",
];

const plainForm = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

const passesForUs = (name: string): boolean => {
  const plain = plainForm(name);
  return plain.includes(brand.name.toLowerCase()) || OFFICE.includes(plain);
};

/** Alphabets whose letters look like one another: "Роmbi" begins with two of Cyrillic. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
const mixesAlphabets = (name: string): boolean => ALPHABETS.filter((alphabet) => alphabet.test(name)).length > 1;

export const NOT_THEIRS = "Please use your own name: this one reads like our office's.";

/** A first or a last name (A14): visible, of one alphabet, and not the company's. */
export const nameField = (missing: string) =>
  line(missing, NAME_LENGTH)
    .refine((name) => !/\p{Default_Ignorable_Code_Point}/u.test(name), "Please use letters that can be seen.")
    .refine((name) => !mixesAlphabets(name), "Please use letters of one alphabet.")
    .refine((name) => !passesForUs(name), NOT_THEIRS);

/** The check of a first and a last name together (A14): "Help" and "Desk" are names, "Help Desk" is our office. */
export const isOwnName = (first: string, last: string): boolean =>
  ![brand.name.toLowerCase(), ...OFFICE].includes(plainForm(first + last));
