import { Form as RemixForm, useRouteLoaderData, type FormProps } from "@remix-run/react";
import { forwardRef, type ComponentProps } from "react";
import { OWNER_FIELD } from "~/domain/values/user";
import type { SignedIn } from "../shell/response-context";

/** The tag of the user that the page was drawn for; null for a visitor. */
export const useOwner = (): string | null => useRouteLoaderData<{ user: SignedIn | null }>("root")?.user?.tag ?? null;

/** Names whom a form was made for: sent by another session of this browser, it does nothing (F10). */
function Owner() {
  const owner = useOwner();
  return owner && <input type="hidden" name={OWNER_FIELD} value={owner} />;
}

/** The form of dashboards, sent in place where there is script. */
export const Form = forwardRef<HTMLFormElement, FormProps>(function Form({ children, ...form }, ref) {
  return (
    <RemixForm ref={ref} {...form}>
      {form.method === "post" && <Owner />}
      {children}
    </RemixForm>
  );
});

/** The form of pages without script that sends something. */
export const PlainForm = ({ children, ...form }: Omit<ComponentProps<"form">, "method">) => (
  <form method="post" {...form}>
    <Owner />
    {children}
  </form>
);
