/**
 * Why a socket was closed. A page connects again after all but the first three; after the third once somebody looks at
 * it again, so that too many pages do not displace one another in turns.
 */
export const CLOSE_CODES = {
  signedOut: 4401,
  notYours: 4404,
  displaced: 4409,
  malformed: 4400,
  authenticateAgain: 4408,
  tooLarge: 4413,
  flooding: 4429,
  failed: 4500,
} as const;

/** Said before a socket is closed, but for its session's end. `requestId`: of the request that has opened it. */
export interface ErrorFrame {
  type: "error";
  code: number;
  message: string;
  requestId: string;
}

/** The last frame of a socket whose session has ended. */
export const SIGNED_OUT = { type: "signedOut" } as const;
