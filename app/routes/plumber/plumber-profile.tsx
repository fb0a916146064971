import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { roleAction, roleLoader } from "~/http/guards";
import { loadProfile, PROFILE_FAILED, saveProfile } from "~/http/profile-page.server";
import { Profile } from "~/ui/accounts/profile";
import { DashboardError } from "~/ui/shell/dashboard-error";

const PAGE = "/plumber-dashboard/profile";

export const meta: MetaFunction = () => [{ title: `Profile – ${brand.name}` }];

export const loader = roleLoader("plumber", ({ context, viewer, request }) => loadProfile(context.db, viewer, request));

export const action = roleAction(
  "plumber",
  ({ context, viewer, user, form }) => saveProfile(context, viewer, user, form, PAGE),
  PROFILE_FAILED,
);

export default function PlumberProfile() {
  return <Profile {...useLoaderData<typeof loader>()} page={PAGE} />;
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch profile" home="/plumber-dashboard" />;
}
