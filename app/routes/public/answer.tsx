import { data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { reasonForm } from "~/domain/bookings/transition-schemas";
import { answerByLink, findRequestToAnswer } from "~/domain/bookings/commands/answer-links.server";
import { formAction } from "~/http/form-action";
import type { PageHandle } from "~/http/page-handle";
import { initOf, messageOf, refusal } from "~/http/refusals";
import { AnsweredRequest, EndedRequest, RequestToAnswerPage } from "~/ui/bookings/answer-request";

export const handle: PageHandle = { quiet: true };

// No description and no picture: messengers show them to whoever is in the chat.
export const meta: MetaFunction = () => [
  { title: `Answer a request – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

export const headers = () => ({ "Cache-Control": "private, no-store" });

const ANSWERS = ["confirm", "refuse"] as const;
const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

/** Changes nothing, because mail scanners and previews open links (N16). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await findRequestToAnswer(context.db, tokenOf(request), context.now);
  return found.ok
    ? data({ request: found.request, now: context.now, ended: null })
    : data(
        {
          request: null,
          now: context.now,
          ended: { problem: messageOf(found), isSuspended: found.reason === "accountSuspended" },
        },
        initOf(found),
      );
}

export const action = formAction("Your answer was not saved", async ({ request, context, form, button }) => {
  const { verb: answer } = button(ANSWERS);
  const { data: reason = null } = reasonForm.safeParse(Object.fromEntries(form));
  const result = await answerByLink(
    context,
    tokenOf(request),
    context.clientAddress,
    answer,
    answer === "refuse" ? reason : null,
  );
  // With its status, which would be that of the page behind it: the link has ended with the answer.
  if (!result.ok) return refusal(result);
  const job = answer === "confirm" ? `/plumber-dashboard/jobs/${result.booking.id}` : "/plumber-dashboard/jobs";
  return data({ answered: { answer, job, isByPhone: result.booking.isByPhone }, message: null }, 200);
});

export default function Answer() {
  const { request, now, ended } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  if (reply && "answered" in reply) return <AnsweredRequest {...reply.answered} />;
  if (ended) return <EndedRequest {...ended} />;
  return <RequestToAnswerPage request={request} problem={reply?.message ?? null} now={now} />;
}
