/** Why a socket was closed. A page connects again after all but the first two. */
export const CLOSE_CODES = {
  signedOut: 4401,
  notYours: 4404,
  malformed: 4400,
  authenticateAgain: 4408,
  tooLarge: 4413,
  flooding: 4429,
  failed: 4500,
} as const;

/** Said before a socket is closed for what it has sent, or for sending it too late. */
export interface ErrorFrame {
  type: "error";
  code: number;
  message: string;
}

/** The last frame of a socket whose session has ended. */
export const SIGNED_OUT = { type: "signedOut" } as const;
