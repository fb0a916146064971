/** What sign-in and sign-up say first, by the `reason` in its address. */
export const SIGN_IN_NOTICES: Record<string, { kind: "success" | "info"; text: string; alert?: boolean }> = {
  registered: { kind: "success", text: "Registration successful! Please check your email to verify your account." },
  verified: { kind: "success", text: "Your email is verified. You can sign in now." },
  reset: { kind: "success", text: "Your password is changed. Please sign in with the new one." },
  area: { kind: "info", text: "You must be logged in.", alert: true },
  kept: { kind: "info", text: "Your session has ended. Sign in again: we've kept what you wrote.", alert: true },
  book: { kind: "info", text: "You must be logged in to book.", alert: true },
  ask: { kind: "info", text: "Create an account or sign in to send your question. We've kept it.", alert: true },
  review: { kind: "info", text: "You must be logged in to leave a review.", alert: true },
  erased: { kind: "success", text: "Your account is deleted." },
  signedOut: { kind: "success", text: "You are signed out." },
};
