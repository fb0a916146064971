/**
 * An address of the web as people type it: the marks of a sentence are in it but never at its end, and of round brackets
 * it has pairs alone. A look-behind would end the whole script in Safari before 16.4.
 */
const ADDRESS = /\b(https?:\/\/(?=\w)(?:[.,:;!?*'’…]*(?:\([^\s<>()"]*\)|[^\s<>()"“”[\].,:;!?*'’…]))+)/i;

/** A message's words, where each second part is an address: all that a link may be made of. */
export const splitAtAddresses = (content: string): string[] => content.split(ADDRESS);
