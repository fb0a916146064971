import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { findKeptQuestion, keepDraft } from "~/domain/bookings/commands/request-drafts.server";
import { QUESTION_LENGTH } from "~/domain/messages/message";
import { questionForm } from "~/domain/messages/message-schemas";
import { askPlumber } from "~/domain/messages/questions.server";
import { findPlumberProfile } from "~/domain/plumbers/plumber-profiles.server";
import { newId } from "~/domain/values/id";
import { fullName } from "~/domain/values/user";
import { accountPage, draftCookie } from "~/http/cookies";
import { formAction } from "~/http/forms";
import { findAuthenticatedUser } from "~/http/page-parts";
import { redirectTo, param } from "~/http/responses";
import { OnlyClients } from "~/ui/bookings/only-clients";
import { TextArea } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { SubmitButton, TextLink } from "~/ui/shell/elements";
import { AccountPage, described } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";

const pageOf = (id: string) => `/appointment/${encodeURIComponent(id)}/ask`;
const conversationOf = (id: string) => `/client-dashboard/messages/${encodeURIComponent(id)}`;

export const meta = described<typeof loader>(({ name }) => ({
  title: `Ask ${name} a question`,
  description: `Ask ${name} a question before you book.`,
  isUnlisted: true,
}));

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const id = param(params, "plumberId");
  const [plumber, user, kept] = await Promise.all([
    findPlumberProfile(context.db, id),
    findAuthenticatedUser(context),
    findKeptQuestion(context.db, draftCookie.read(request), id, context.now),
  ]);
  if (!plumber) throw redirectTo("/plumbers");
  return {
    id,
    name: fullName(plumber),
    firstName: plumber.firstName,
    kept,
    draftId: newId(),
    barred: user && user.role !== "client" ? user.role : null,
    isSignedIn: user !== null,
  };
}

export const action = formAction(
  "Your question was not sent",
  async ({ request, context, param, read, refused, goTo }) => {
    const id = param("plumberId");
    const user = await context.session.confirm();
    const value = read(questionForm);
    if (!user) {
      const kept = { draftId: draftCookie.read(request), plumberId: id, question: value.content };
      const draftId = await keepDraft(context, kept);
      const cookies = [draftId && draftCookie.set(draftId)];
      return goTo(accountPage(request, pageOf(id), "ask"), null, { cookies });
    }
    const result = await askPlumber(context, user, { recipientId: id, ...value });
    if (result.ok) return goTo(conversationOf(id), "questionSent");
    return result.reason === "alreadyInTouch" ? goTo(conversationOf(id)) : refused(result);
  },
);

export default function Ask() {
  const { id, name, firstName, kept, draftId, barred, isSignedIn } = useLoaderData<typeof loader>();
  const { fields, all, message } = useFormReply("ask", ["content"], { content: kept ?? "" });
  return (
    <AccountPage title={`Ask ${name} a question`} lead="One question before you book. It's free.">
      <ProblemSummary message={message} fields={all} />
      {barred ? (
        <OnlyClients role={barred} />
      ) : (
        <PlainForm noValidate data-keep="question" className="grid gap-5">
          <input type="hidden" name="id" value={draftId} />
          <TextArea
            meta={fields.content}
            label="Your question"
            hint={`What is broken, and what do you want to know? ${firstName} sees your name and photo, and no address or phone.`}
            maxLength={QUESTION_LENGTH}
          />
          <SubmitButton busy="Sending...">{isSignedIn ? "Send question" : "Sign in and send"}</SubmitButton>
        </PlainForm>
      )}
      <TextLink
        to={`/appointment/${id}`}
        className="justify-self-start"
        icon="arrow-left"
        label={`Back to ${firstName}'s times`}
      />
    </AccountPage>
  );
}
