import type { MetaFunction } from "@remix-run/cloudflare";
import { brand } from "~/brand";
import { roleAction } from "~/http/guards";
import { changeSettings } from "~/http/settings-page.server";
import { Settings } from "~/ui/accounts/settings";

export const meta: MetaFunction = () => [{ title: `Settings – ${brand.name}` }];

export const action = roleAction("client", changeSettings);

export default Settings;
