import { brand } from "~/brand";
import type { EmailTemplate } from "../email/email-template";

/** Where links lead and who is written to; `origin` is the configured one, without a slash at its end. */
interface To {
  name: string | null;
  origin: string;
}

export function verificationEmail({ name, origin }: To, token: string): EmailTemplate {
  return {
    subject: `Verify your email for ${brand.name}`,
    to: name,
    paragraphs: [
      `Welcome to ${brand.name}. Open the link and enter the password that you chose when you signed up. It works for 48 hours.`,
    ],
    action: { label: "Verify my email", url: `${origin}/verify-email?token=${token}` },
    closing: "If you did not sign up, you can ignore this mail: without the password nothing happens.",
  };
}

export function alreadyRegisteredEmail({ origin }: To): EmailTemplate {
  return {
    subject: `You already have an account at ${brand.name}`,
    to: null,
    paragraphs: [
      "Somebody, probably you, tried to sign up with this address. You have an account already, and nothing about it has changed.",
      `If you forgot your password, choose a new one here: ${origin}/forgot-password`,
    ],
    action: { label: "Sign in", url: `${origin}/signin` },
    closing: "If it was not you, you can ignore this mail.",
  };
}

export function passwordResetEmail({ name, origin }: To, token: string): EmailTemplate {
  return {
    subject: `Choose a new password for ${brand.name}`,
    to: name,
    paragraphs: ["Somebody, probably you, asked for a new password. The link works once, for 30 minutes."],
    action: { label: "Choose a new password", url: `${origin}/reset-password?token=${token}` },
    closing: "If it was not you, you can ignore this mail: your password stays as it is.",
  };
}

export function passwordChangedEmail({ name, origin }: To): EmailTemplate {
  return {
    subject: `Your ${brand.name} password was changed`,
    to: name,
    paragraphs: ["Your password has just been changed and all other devices were signed out."],
    action: { label: "It was not me", url: `${origin}/forgot-password` },
  };
}

export function approvedEmail({ name, origin }: To): EmailTemplate {
  return {
    subject: `You are listed at ${brand.name}`,
    to: name,
    paragraphs: ["Our office has looked at your profile. Clients find you in the directory from now on."],
    action: { label: "Open my dashboard", url: `${origin}/plumber-dashboard` },
  };
}
