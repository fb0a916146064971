import { TERMS, TERMS_CHANGES } from "~/content/legal";
import { TERMS_VERSION } from "~/domain/accounts/account";
import { acceptTerms } from "~/domain/accounts/verification.server";
import { dashboardOf } from "~/domain/values/user";
import { signedInAction, signedInLoader } from "~/http/guards";
import { Blocks, described, PageHead } from "~/ui/shell/public-page";
import { SubmitButton } from "~/ui/shell/elements";
import { PlainForm } from "~/ui/forms/owned-form";

export const meta = described({
  title: "Our terms have changed",
  description: "Please read and accept our new terms.",
});

export const loader = signedInLoader(() => Promise.resolve({}));

export const action = signedInAction("That didn't work", async ({ context, user: confirming, form, goTo }) => {
  // The terms have changed again while they read: they see the new ones.
  if (form.get("version") !== TERMS_VERSION) return goTo("/accept-terms");
  const user = await confirming;
  await acceptTerms(context, user, TERMS_VERSION);
  return goTo(dashboardOf(user.role), "termsAccepted");
});

export default function AcceptTerms() {
  return (
    <>
      <PageHead isText title="Our terms have changed" lead="What is new, in short. The whole text is below." />
      <div className="page-text grid gap-6 py-8">
        <Blocks blocks={[TERMS_CHANGES]} />
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
