import { dashboardOf } from "~/domain/values/user";
import { signedInLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";

export const loader = signedInLoader(async ({ viewer, param }) =>
  redirectTo(`${dashboardOf(viewer.role)}/messages/${encodeURIComponent(param("otherId"))}`),
);
