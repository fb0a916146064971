import { useLoaderData } from "@remix-run/react";
import { TERMS, TERMS_CHANGES } from "~/content/legal";
import { TERMS_VERSION, termsToAccept } from "~/domain/accounts/account";
import { acceptTerms } from "~/domain/accounts/verification.server";
import { dashboardOf } from "~/domain/values/user";
import { signedInAction, signedInLoader } from "~/http/guards";
import { Blocks, described, PageHead } from "~/ui/shell/public-page";
import { SubmitButton } from "~/ui/shell/elements";
import { PlainForm } from "~/ui/forms/owned-form";

export const meta = described({
  title: "Accept our terms",
  description: "Please read and accept our terms.",
});

export const loader = signedInLoader(async ({ context }) => {
  const user = await context.session.confirm();
  return { isFirst: user !== null && termsToAccept(user) === "first" };
});

export const action = signedInAction("That didn't work", async ({ context, user: confirming, form, goTo }) => {
  // The terms have changed again while they read: they see the new ones.
  if (form.get("version") !== TERMS_VERSION) return goTo("/accept-terms");
  const user = await confirming;
  await acceptTerms(context, user, TERMS_VERSION);
  return goTo(dashboardOf(user.role), "termsAccepted");
});

export default function AcceptTerms() {
  const { isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      {isFirst ? (
        <PageHead isText title="Please accept our terms" lead="Your account was made without them. Here they are." />
      ) : (
        <PageHead isText title="Our terms have changed" lead="What is new, in short. The whole text is below." />
      )}
      <div className="page-text grid gap-6 py-8">
        {!isFirst && <Blocks blocks={[TERMS_CHANGES]} />}
        <PlainForm>
          <input type="hidden" name="version" value={TERMS_VERSION} />
          <SubmitButton busy="Saving...">I accept these terms</SubmitButton>
        </PlainForm>
        <hr className="border-line" />
        <h2>{TERMS.title}</h2>
        <Blocks blocks={TERMS.blocks} />
      </div>
    </>
  );
}
