import { data } from "@remix-run/cloudflare";
import { profileForm, plumberProfileForm } from "~/domain/accounts/account-forms";
import { findOwnAccount, updateProfile, type OwnAccount } from "~/domain/accounts/profile.server";
import type { AuthenticatedUser, SessionClaims } from "~/domain/values/user";
import type { SocialLinks } from "~/domain/settings/social-links";
import { findSocialLinks } from "~/domain/settings/social-links.server";
import type { Database } from "~/db/client.server";
import type { RequestContext } from "./context";
import { flashCookie } from "./flash";
import { notFound } from "./not-found";
import { hitRequestRateLimit } from "./request-rate-limit.server";
import { parseForm } from "./forms";
import { redirectTo } from "./redirects";
import { initOf, messageOf } from "./refusals";
import { receivePhoto } from "./photo-upload.server";

/** A user's own profile, to look at or, with `?edit` in the address, to change; and the company's social links beside it. */
export async function loadProfile(
  db: Database,
  viewer: SessionClaims,
  request: Request,
): Promise<{ account: OwnAccount; socialLinks: SocialLinks; editing: boolean }> {
  const [account, socialLinks] = await Promise.all([findOwnAccount(db, viewer.id), findSocialLinks(db)]);
  if (!account) throw notFound();
  return { account, socialLinks, editing: new URL(request.url).searchParams.has("edit") };
}

/** What a profile's page says when its form breaks (F3). */
export const PROFILE_FAILED = "Failed to update profile";

/** Saves the form of a profile page and goes back to `page`; what is wrong is said with the answers, a good photo kept. */
export async function saveProfile(
  context: RequestContext,
  viewer: SessionClaims,
  confirmation: Promise<AuthenticatedUser>,
  form: FormData,
  page: string,
) {
  const upload = form.get("image");
  form.delete("image");
  const parsed = parseForm(form, viewer.role === "plumber" ? plumberProfileForm : profileForm);
  const [user, photo] = await Promise.all([
    confirmation,
    receivePhoto(
      context,
      { upload, left: form.get("photoKey") },
      hitRequestRateLimit(context, "profilePerPerson"),
      confirmation,
    ),
  ]);
  // Kept with the other answers, whatever breaks from here on.
  if (photo.photoKey) form.set("photoKey", photo.photoKey);
  const keepingPhoto = (reply: ReturnType<typeof parsed.invalid>) =>
    data({ ...reply.data, photoKey: photo.photoKey }, reply.init ?? undefined);
  if (!photo.ok && photo.reason === "tooMany") return keepingPhoto(parsed.refused(photo));
  if (!photo.ok)
    return data({ ...parsed.invalid({ image: messageOf(photo) }).data, photoKey: photo.photoKey }, initOf(photo));
  if (!parsed.value) return keepingPhoto(parsed.invalid());
  const result = await updateProfile(context, user, parsed.value, photo.photoKey);
  if (!result.ok) return parsed.refused(result, "image");
  return redirectTo(page, { "Set-Cookie": flashCookie("profileUpdated") });
}
