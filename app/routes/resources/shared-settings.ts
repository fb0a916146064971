import { settingsOf } from "~/domain/values/user";
import { signedInLoader } from "~/http/guards";
import { redirectTo } from "~/http/responses";

/** Where emails lead, to each reader's own settings of notices. */
export const loader = signedInLoader(async ({ viewer }) => redirectTo(`${settingsOf(viewer.role)}/notifications`));
