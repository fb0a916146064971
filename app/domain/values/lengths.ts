// How much people may write, in characters: a form's fields stop there, and its schema refuses more. Texts that only one
// subject knows have theirs beside it (a message, a review).

/** A first or a last name, and what someone calls a thing of their own: a passkey, a token. */
export const NAME_LENGTH = 60;
export const EMAIL_LENGTH = 254;
/** However it is typed. */
export const PHONE_LENGTH = 40;
/** A city or a suburb. */
export const PLACE_LENGTH = 60;
export const ADDRESS_LINE_LENGTH = 120;
/** The reference of a booking, however it is typed. */
export const REFERENCE_LENGTH = 20;
/** Why someone does something. */
export const REASON_LENGTH = 300;
/** A code of an app or a phone, or a recovery code. */
export const CODE_LENGTH = 40;
/** One of a list, or one's own instead. */
export const CHOICE_LENGTH = 60;
/** All the suburbs that someone serves. */
export const SUBURBS_LENGTH = 1000;
/** What someone looks for. */
export const SEARCH_LENGTH = 100;
