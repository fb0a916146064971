import { useRouteLoaderData } from "@remix-run/react";
import { dashboardOf, type Role } from "~/domain/values/user";
import type { SignedIn } from "./signed-in";

/** The role of who is signed in, and where their dashboard begins: for the pages that several dashboards have. */
export function useDashboard(): { role: Role; dashboard: string } {
  const role = useRouteLoaderData<{ user: SignedIn | null }>("root")?.user?.role ?? "client";
  return { role, dashboard: dashboardOf(role) };
}
