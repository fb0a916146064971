import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { dashboardOf } from "~/domain/values/user";
import { formAction } from "~/http/forms";
import { requireUserToSetUp } from "~/http/guards";
import type { PageHandle } from "~/http/page-handle";
import { returnOf } from "~/http/return-to";
import { STEP_UP_FIELDS, StepUpFields } from "~/ui/accounts/step-up-fields";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SubmitButton } from "~/ui/shell/elements";
import { AccountPage, described } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";
import { stepUp, stepUpField } from "~/http/step-up.server";

export const handle: PageHandle = { quiet: true };

export const meta = described({ title: "Is it you?", description: "Show that it's you before you go on." });

export async function loader(args: LoaderFunctionArgs) {
  const { hasSecondFactor } = await requireUserToSetUp(args);
  return { asks: hasSecondFactor ? ("stepUpRequired" as const) : ("passwordStepUpRequired" as const) };
}

/** Steps a session up and leads back to the page that asked for it (A24). */
export const action = formAction("That didn't work", async (args) => {
  const { context, form, request, refused, goTo } = args;
  const user = requireUserToSetUp(args);
  const shown = await stepUp({ context, user, form });
  if (!shown.ok) return refused(shown, stepUpField(shown));
  return goTo(returnOf(request) ?? dashboardOf(shown.user.role));
});

export default function StepUp() {
  const { asks } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("step-up", STEP_UP_FIELDS);
  return (
    <AccountPage title="Is it you?" lead="What comes next is asked for again, at most every ten minutes.">
      <ProblemSummary message={message} fields={all} />
      <PlainForm noValidate className="grid gap-5">
        <StepUpFields fields={fields} reason={asks} />
        <SubmitButton busy="Checking...">Go on</SubmitButton>
      </PlainForm>
    </AccountPage>
  );
}
