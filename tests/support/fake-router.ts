import { createElement, forwardRef } from "react";
import { vi } from "vitest";

// In the place of "@remix-run/react", for parts of pages that are drawn alone. What a test changes here, it draws again.

const AT_FIRST = {
  user: { tag: "me", role: "client", firstName: "Rudo", lastName: "Moyo" },
  state: "idle",
  /** Where a navigation leads. */
  to: "/",
};

export const router = { ...AT_FIRST, revalidate: vi.fn() };
export function resetRouter(): void {
  Object.assign(router, AT_FIRST);
  router.revalidate.mockReset();
}

export const useRouteLoaderData = () => ({ user: router.user });
export const useRevalidator = () => ({ state: "idle", revalidate: router.revalidate });
export const useNavigation = () => ({ state: router.state, location: { pathname: router.to } });
export const useActionData = () => undefined;
export const useLocation = () => ({ pathname: "/", search: "", key: "first" });
export const useResolvedPath = () => ({ pathname: "/" });
export const useMatches = () => [];
export const useNavigate = () => vi.fn();

type Given = Record<string, unknown>;

/** What an element of the browser takes, without the router's own. */
const attributesOf = (given: Given) =>
  Object.fromEntries(
    Object.entries(given).filter(([name]) => /^(aria-|data-|on[A-Z])|^(className|children|method|encType)$/.test(name)),
  );
export const Form = forwardRef<HTMLFormElement, Given>(function Form(form, ref) {
  return createElement("form", { ref, ...attributesOf(form) });
});
export const Link = forwardRef<HTMLAnchorElement, Given>(function Link(link, ref) {
  return createElement("a", { ref, href: link["to"], ...attributesOf(link) });
});
