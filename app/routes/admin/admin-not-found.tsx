import { areaPage } from "~/http/guards";
import { AreaProblem } from "~/ui/shell/dashboard-error";

/** What does not exist at the desk answers everybody else as what does: nobody can tell them apart. */
export const loader = areaPage("admin", () => Promise.reject(new Response("Not found", { status: 404 })));

export default function NothingHere() {
  return null;
}

export function ErrorBoundary() {
  return <AreaProblem failed="Unexpected Application Error!" home="/admin-dashboard" />;
}
