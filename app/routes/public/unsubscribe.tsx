import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { readUnsubscribeToken } from "~/domain/accounts/tokens.server";
import { switchEmailsOff } from "~/domain/notices/choices.server";
import { AccountPage } from "~/ui/shell/public-page";
import { Link, Notice, SubmitButton } from "~/ui/shell/elements";
import { Form } from "~/ui/forms/owned-form";

export const meta: MetaFunction = () => [
  { title: `Unsubscribe – ${brand.name}` },
  { name: "robots", content: "noindex" },
];

const readToken = ({ context, request }: Pick<LoaderFunctionArgs, "context" | "request">) =>
  readUnsubscribeToken(context.sessionSecret, new URL(request.url).searchParams.get("token") ?? "");

/** Opening the link changes nothing: mail programs open links by themselves. */
export async function loader(args: LoaderFunctionArgs) {
  const claim = await readToken(args);
  return data({ topic: claim?.topic ?? null }, statusOf(claim));
}

/** Ends the emails of a topic (N13): by the button, or by a mail program (RFC 8058), which sends no cookie. */
export async function action(args: ActionFunctionArgs) {
  const claim = await readToken(args);
  if (claim) await switchEmailsOff(args.context.db, claim.userId, claim.topic);
  return data({ done: claim !== null }, statusOf(claim));
}

const statusOf = (claim: object | null) => ({ status: claim ? 200 : 404 });

export default function Unsubscribe() {
  const { topic } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>()?.done ?? false;
  if (topic === null)
    return (
      <AccountPage title="Unsubscribe">
        <Notice kind="danger">
          This link is not complete. <Link to="/signin">Sign in</Link>, and choose your emails under Settings,
          Notifications.
        </Notice>
      </AccountPage>
    );
  return (
    <AccountPage title={done ? "You're unsubscribed" : "Unsubscribe"}>
      {done ? (
        <p>You'll get no more emails about {topic}. You can switch them on again in your settings.</p>
      ) : (
        <Form method="post" className="grid gap-4">
          <p>No more emails about {topic}?</p>
          <SubmitButton busy="Saving...">Unsubscribe</SubmitButton>
        </Form>
      )}
    </AccountPage>
  );
}
