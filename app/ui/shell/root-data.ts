import { type Role, dashboardOf } from "~/domain/values/user";
import { useRouteLoaderData } from "@remix-run/react";
import type { FlashMessage } from "~/http/flash";

export interface SignedIn {
  firstName: string;
  lastName: string;
  email: string;
  role: Role;
  photoKey: string | null;
  asksForTerms: boolean;
}

export function useDashboard(): { role: Role; dashboard: string } {
  const role = useRouteLoaderData<{ user: SignedIn | null }>("root")?.user?.role ?? "client";
  return { role, dashboard: dashboardOf(role) };
}

export const useFlash = (): FlashMessage | null =>
  useRouteLoaderData<{ flash: FlashMessage | null }>("root")?.flash ?? null;
