// Plumbers' public texts about their work (D4), declared here alone. Pure files may read this one (decision 047).

interface Declaration {
  label: string;
  longest: number;
  isLong?: true;
  placeholder?: string;
  hint?: string;
}

/** A text about a plumber's work that clients can judge by has this many letters (D22). */
export const ABOUT_ENOUGH = 60;

/** In the order of the form, in which they are checked (A2). */
const PROFILE_TEXTS = {
  speciality: { label: "Speciality", longest: 60 },
  experience: { label: "Experience", longest: 60, placeholder: "5 Years" },
  about: {
    label: "About",
    longest: 1000,
    isLong: true,
    hint: `What you do best, in at least ${ABOUT_ENOUGH} characters if you can.`,
  },
} as const satisfies Record<string, Declaration>;

export type ProfileText = keyof typeof PROFILE_TEXTS;
export const PROFILE_TEXT_NAMES = Object.keys(PROFILE_TEXTS) as ProfileText[];

export const declarationOf = (name: ProfileText): Declaration => PROFILE_TEXTS[name];

export const mapProfileTexts = <Value>(valueOf: (name: ProfileText) => Value): Record<ProfileText, Value> =>
  Object.fromEntries(PROFILE_TEXT_NAMES.map((name) => [name, valueOf(name)])) as Record<ProfileText, Value>;
