import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { signedInAction, signedInLoader } from "~/http/guards";
import { loadProfile, PROFILE_FAILED, saveProfile } from "~/http/profile-page.server";
import { Profile } from "~/ui/accounts/profile";
import { describePage } from "~/ui/shell/page-meta";

export const meta: MetaFunction = (page) =>
  describePage(page, {
    title: "My Profile",
    description: "Your name, phone, address and photo, and how to change them.",
  });

export const loader = signedInLoader(({ context, viewer, request }) => loadProfile(context.db, viewer, request));

export const action = signedInAction(
  ({ context, viewer, user, form }) => saveProfile(context, viewer, user, form, "/profile"),
  PROFILE_FAILED,
);

export default function ProfilePage() {
  return (
    <div className="page max-w-3xl py-8">
      <Profile {...useLoaderData<typeof loader>()} page="/profile" />
    </div>
  );
}
