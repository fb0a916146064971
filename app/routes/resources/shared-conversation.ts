import { dashboardOf } from "~/domain/values/user";
import { signedInLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";

/** One link to a conversation for both sides: it leads each of them to their own dashboard, after sign-in. */
export const loader = signedInLoader(async ({ viewer, param }) =>
  redirectTo(`${dashboardOf(viewer.role)}/messages/${encodeURIComponent(param("otherId"))}`),
);
