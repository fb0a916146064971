import { data, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { profileForm, plumberProfileForm } from "~/domain/accounts/account-forms";
import { profileAnswers } from "~/domain/accounts/profile-answers";
import { beginProfileChange, findOwnAccount, updateProfile } from "~/domain/accounts/profile.server";
import { readSetting } from "~/domain/settings/settings.server";
import { dashboardOf, isDashboardPath, type SessionClaims } from "~/domain/values/user";
import { keepUnchanged, parseForm } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { receivePhoto } from "~/http/photo-upload.server";
import { initOf, messageOf } from "~/http/refusals";
import { Profile } from "~/ui/accounts/profile";
import { DashboardError } from "~/ui/shell/dashboard-page";
import { describePage } from "~/ui/shell/page-meta";
import { useDashboard } from "~/ui/shell/root-data";

const OUTSIDE = "/profile";

/** The page's own address: outside the dashboards it is the same for every role (W1). */
const pageOf = ({ pathname }: URL, { role }: SessionClaims) =>
  isDashboardPath(pathname) ? `${dashboardOf(role)}/profile` : OUTSIDE;

export const meta: MetaFunction = (page) =>
  isDashboardPath(page.location.pathname)
    ? [{ title: `Profile – ${brand.name}` }]
    : describePage(page, {
        title: "My Profile",
        description: "Your name, phone, address and photo, and how to change them.",
      });

/** The viewer's profile (A16): to read, or with `?edit` in the address to change. */
export const loader = signedInLoader(async ({ context: { db }, viewer, url }) => {
  const [account, socialLinks] = await Promise.all([findOwnAccount(db, viewer.id), readSetting(db, "social-links")]);
  if (!account) return null;
  return { account, socialLinks, editing: url.searchParams.has("edit"), page: pageOf(url, viewer) };
});

export const action = signedInAction(
  "Failed to update profile",
  async ({ context, viewer, user: confirmation, form, request, goTo }) => {
    const upload = form.get("image");
    form.delete("image");
    const begun = beginProfileChange(context, context.session.token ?? "", viewer.id);
    const [user, account, admission, photo] = await Promise.all([
      confirmation,
      findOwnAccount(context.db, viewer.id),
      begun,
      receivePhoto(context, { upload, left: form.get("photoKey") }, begun, confirmation),
    ]);
    if (!account) return null;
    keepUnchanged(form, profileAnswers(account));
    // The photo survives with the other answers, even if the rest fails (P3).
    if (photo.photoKey) form.set("photoKey", photo.photoKey);
    const parsed = parseForm(form, viewer.role === "plumber" ? plumberProfileForm : profileForm);
    const keepingPhoto = (reply: ReturnType<typeof parsed.invalid>) =>
      data({ ...reply.data, photoKey: photo.photoKey }, reply.init ?? undefined);
    if (!admission.ok) return keepingPhoto(parsed.refused(admission));
    if (!photo.ok)
      return data({ ...parsed.invalid({ image: messageOf(photo) }).data, photoKey: photo.photoKey }, initOf(photo));
    if (!parsed.value) return keepingPhoto(parsed.invalid());
    const result = await updateProfile(context, user, admission, parsed.value, photo.photoKey);
    if (!result.ok) return parsed.refused(result, "image");
    return goTo(pageOf(new URL(request.url), viewer), "profileUpdated");
  },
);

export default function ProfilePage() {
  const { page, ...facts } = useLoaderData<typeof loader>();
  const profile = <Profile {...facts} page={page} />;
  return page === OUTSIDE ? <div className="page max-w-3xl py-8">{profile}</div> : profile;
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch profile" home={useDashboard().dashboard} />;
}
