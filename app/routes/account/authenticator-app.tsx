import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { encode } from "uqr";
import { brand } from "~/brand";
import { confirmApp, findAppSetUp } from "~/domain/accounts/second-factor/factor-set-up.server";
import { appCodeForm } from "~/domain/accounts/second-factor/factor-answers";
import { appUrl, toBase32 } from "~/domain/accounts/second-factor/totp";
import { hashToken } from "~/domain/accounts/tokens.server";
import { CODE_LENGTH } from "~/domain/values/text";
import { formAction } from "~/http/forms";
import { requireUserToSetUp } from "~/http/guards";
import type { PageHandle } from "~/http/page-handle";
import { RecoveryCodes } from "~/ui/accounts/recovery-codes";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Link, SubmitButton, TallLink } from "~/ui/shell/elements";
import { AccountPage, described } from "~/ui/shell/public-page";
import { PlainForm } from "~/ui/forms/owned-form";
import { requireSteppedUp } from "~/http/step-up.server";

export const handle: PageHandle = { quiet: true };

export const meta = described({
  title: "Set up an authenticator app",
  description: "A code from your phone at sign-in.",
});

const PAGE = "/security/app";

/** The secret of the app that this session is setting up (A21); null: none, or none any more. */
export async function loader(args: LoaderFunctionArgs) {
  const { context } = args;
  const { viewer, token } = context.session;
  const [user, app] = await Promise.all([
    requireSteppedUp({ context, user: requireUserToSetUp(args) }, PAGE),
    viewer && token && findAppSetUp(context, { id: viewer.id, sessionHash: await hashToken(token) }),
  ]);
  // The first code was right: the page shows the recovery codes.
  if (!app) return null;
  const url = appUrl(app.bytes, user.email, brand.name);
  return { url, qr: qrCode(url), secret: toBase32(app.bytes).match(/.{4}/g)!.join(" ") };
}

export const action = formAction("The app was not set up", async (args) => {
  const { context, read, refused, goTo } = args;
  const user = await requireSteppedUp({ context, user: requireUserToSetUp(args) }, PAGE);
  const result = await confirmApp(context, user, read(appCodeForm).code);
  if (!result.ok) return refused(result, result.reason === "appCodeWrong" ? "code" : undefined);
  const { recoveryCodes } = result;
  return recoveryCodes ? { recoveryCodes } : goTo("/security", "securityChanged");
});

export default function AuthenticatorApp() {
  const setUp = useLoaderData<typeof loader>();
  const { recoveryCodes } = useActionData<{ recoveryCodes?: string[] }>() ?? {};
  const { fields, all, message } = useFormReply("app", ["code"]);
  if (recoveryCodes || !setUp)
    return (
      <AccountPage title="Two-step sign-in">
        <ProblemSummary message={message} />
        {recoveryCodes ? (
          <RecoveryCodes codes={recoveryCodes} next="/security" />
        ) : (
          <TallLink to="/security">Back to two-step sign-in</TallLink>
        )}
      </AccountPage>
    );
  const { url, qr, secret } = setUp;
  return (
    <AccountPage title="Set up an authenticator app">
      <ProblemSummary message={message} fields={all} />
      <ol className="grid list-decimal gap-5 pl-5">
        <li>Open your authenticator app and add an account.</li>
        <li>
          Scan this, or type in the key below it.
          <svg
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            width="220"
            height="220"
            shapeRendering="crispEdges"
            role="img"
            aria-label="QR code for your authenticator app"
            className="mt-1"
          >
            <rect width={qr.size} height={qr.size} fill="#fff" />
            <path d={qr.path} fill="#000" />
          </svg>
          <code className="block font-mono wrap-anywhere select-all">{secret}</code>
          <a href={url} className="button-link">
            The app is on this phone
          </a>
        </li>
        <li>Enter the code that it shows.</li>
      </ol>
      <PlainForm noValidate className="grid gap-5">
        <TextField
          meta={fields.code}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH}
          required
        />
        <SubmitButton busy="Checking...">Turn it on</SubmitButton>
      </PlainForm>
      <Link to="/security">Not now</Link>
    </AccountPage>
  );
}

/** A QR code as one path of an SVG, with the side of its square: nothing of it is drawn in the browser. */
function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
