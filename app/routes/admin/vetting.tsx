import { useLoaderData } from "@remix-run/react";
import { availableAccountActions, isVettingAction } from "~/domain/admin/people/office-users";
import { findUser } from "~/domain/admin/people/users.server";
import {
  CHECK_KINDS,
  CHECKS,
  formatCheckDay,
  lastDayOf,
  namesOfMissing,
  type CheckKind,
  paperUrl,
  type Paper,
} from "~/domain/vetting/vetting";
import { listRecordedChecks, recordCheck, removeCheck } from "~/domain/vetting/checks.server";
import { listPapers } from "~/domain/vetting/papers.server";
import { checkForm } from "~/domain/vetting/vetting-forms";
import { findVetting } from "~/domain/vetting/approval.server";
import { fullName } from "~/domain/values/user";
import { adminAction, adminLoader } from "~/http/guards";
import { requireOneOf } from "~/http/responses";
import { officePage, TextLink } from "~/ui/admin/office-page";
import { ContactLinks } from "~/ui/admin/contact-links";
import { ACCOUNT_ACTION_LABELS } from "~/ui/admin/account-action-labels";
import type { SerializeFrom } from "@remix-run/cloudflare";
import { REASON_LENGTH } from "~/domain/values/text";
import { photoUrl } from "~/domain/photos/photo";
import { dateAt, formatInstant, type Instant } from "~/domain/time/harare";
import { Avatar } from "~/ui/accounts/avatar";
import { BackLink, ButtonLink, Notice, PressForm, SubmitButton } from "~/ui/shell/elements";
import { TextField } from "~/ui/forms/field";
import { ProblemSummary, useFormReply } from "~/ui/forms/form";
import { Form } from "~/ui/forms/owned-form";
import { Shown } from "~/ui/forms/shown";

export const { meta, ErrorBoundary, shouldRevalidate } = officePage<typeof loader>("Papers of", "the papers", {
  list: "vetting",
  missing: "This plumber doesn't exist.",
  about: ({ plumber }) => fullName(plumber),
});

export const loader = adminLoader(async ({ context: { db, now }, viewer, param }) => {
  const id = param("id");
  const [plumber, user, checks, papers] = await Promise.all([
    findVetting(db, id),
    findUser(db, id),
    listRecordedChecks(db, id),
    listPapers(db, id),
  ]);
  if (!plumber || !user || user.isErased) return null;
  return {
    plumber,
    phone: user.phone,
    email: user.email,
    checks,
    papers,
    now,
    actions: availableAccountActions(user, viewer.id)
      .filter(isVettingAction)
      .map((action) => ({ action, label: ACCOUNT_ACTION_LABELS[action].button })),
  };
});

export const action = adminAction("That didn't work", async (args) => {
  const { context, user, read, pressed, goTo } = args;
  const id = args.param("id");
  const saved = () => goTo(`/admin-dashboard/vetting/${id}`, "savedAndLogged");
  const admin = await user;
  const button = pressed(["remove"]);
  if (button) {
    const result = await removeCheck(context, admin, id, requireOneOf(CHECK_KINDS, button.of));
    return result.ok ? saved() : args.refused(result);
  }
  const result = await recordCheck(context, admin, id, read(checkForm));
  return result.ok ? saved() : args.refused(result, result.reason === "paperExpired" ? "lastDay" : undefined);
});

type Loaded = SerializeFrom<typeof loader>;

export default function VettingPage() {
  const loaded = useLoaderData<typeof loader>();
  const { plumber, phone, email, papers, actions, now } = loaded;
  const missing = namesOfMissing(plumber.checks, now);
  return (
    <div className="grid max-w-3xl gap-6">
      <BackLink to="/admin-dashboard/vetting" label="Papers" />
      <div className="flex items-center gap-4">
        <a href={photoUrl(plumber.photoKey, 800)} target="_blank" rel="noopener" className="flex-none">
          <Avatar photoKey={plumber.photoKey} size={72} />
          <span className="sr-only">Open the photo at full size</span>
        </a>
        <div className="min-w-0">
          <h1 className="wrap-anywhere">{fullName(plumber)}</h1>
          <p className="text-ink-2">
            {plumber.speciality}, {plumber.experience}, {plumber.city}
          </p>
        </div>
      </div>
      <Notice kind="info">
        {describeStanding(plumber)} {missing ? `Not recorded: ${missing}.` : "All three checks are recorded."}
        {plumber.officeWords && (
          <q dir="auto" className="block whitespace-pre-line">
            {plumber.officeWords}
          </q>
        )}
      </Notice>
      <section className="card grid gap-3 p-5">
        <p dir="auto" className="whitespace-pre-line wrap-anywhere">
          {plumber.about}
        </p>
        {plumber.papersNote && (
          <p className="wrap-anywhere">
            <b>Their note:</b>{" "}
            <q dir="auto" className="whitespace-pre-line">
              {plumber.papersNote}
            </q>
          </p>
        )}
        <ContactLinks id={plumber.id} email={email} phone={phone} />
        <p>
          <TextLink to={`/admin-dashboard/people/${plumber.id}`} label="Account and log" />
        </p>
      </section>
      {CHECK_KINDS.map((kind) => (
        <CheckCard key={kind} kind={kind} {...loaded} />
      ))}
      <div className="flex flex-wrap gap-3">
        {actions.map(({ action, label }) => (
          <ButtonLink
            key={action}
            to={`/admin-dashboard/people/${plumber.id}/${action}?${new URLSearchParams({ seen: idsOf(papers) })}`}
            className={action === "approve" || action === "finish-papers" ? "order-first" : "button-quiet"}
            label={label}
          />
        ))}
      </div>
    </div>
  );
}

const idsOf = (papers: Paper[]) => papers.map(({ id }) => id).join(" ");

function CheckCard({ kind, plumber: { nameKey }, now, ...all }: Loaded & { kind: CheckKind }) {
  const reply = useFormReply(kind, ["lastDay", "note"]);
  const { fields, message } = reply;
  const { name, expires } = CHECKS[kind];
  const check = all.checks.find((one) => one.kind === kind);
  const papers = all.papers.filter((paper) => paper.kind === kind);
  return (
    <section className="card grid gap-4 p-5" aria-labelledby={`check-${kind}`}>
      <h2 id={`check-${kind}`} className="text-lg">
        {name}
      </h2>
      {check && (
        <div className="flex flex-wrap items-start justify-between gap-3">
          <p className="min-w-0 wrap-anywhere">
            <b>{stateOf(check, now)}</b>
            <span className="block text-ink-2">
              {formatCheckDay(dateAt(check.checkedAt))} by {check.adminName}
              {check.expiresAt !== null && `, valid until ${formatCheckDay(lastDayOf(check.expiresAt))}`}
            </span>
            {check.note && (
              <span dir="auto" className="block text-ink-2">
                “{check.note}”
              </span>
            )}
          </p>
          <PressForm value={`remove:${kind}`} busy="Removing..." label="Remove this check" />
        </div>
      )}
      {papers.length > 0 && (
        <ul className="flex flex-wrap gap-x-4">
          {papers.map(({ id, createdAt }, index) => (
            <li key={id}>
              <a href={paperUrl(id)} target="_blank" rel="noopener" className="button-link">
                View photo {index + 1}
              </a>{" "}
              <span className="text-sm text-ink-3">{formatInstant(createdAt)}</span>
            </li>
          ))}
          <li className="w-full text-sm text-ink-3">Each view is logged.</li>
        </ul>
      )}
      <details open={papers.length > 0 || message !== null || reply.all.some(({ error }) => error) || undefined}>
        <summary className="inline-flex min-h-11 items-center font-semibold text-brand-700">
          {check ? "Record it again" : "Record this check"}
        </summary>
        <Form method="post" noValidate className="grid gap-4 pt-2">
          <input type="hidden" name="form" value={kind} />
          <input type="hidden" name="kind" value={kind} />
          <Shown name="nameKey" value={nameKey} />
          <Shown name="seen" value={idsOf(papers)} />
          <Shown value={check?.checkedAt ?? ""} />
          <ProblemSummary message={message} fields={reply.all} />
          {expires && (
            <TextField
              meta={fields.lastDay}
              label="Last day the paper is valid"
              hint="Leave it empty if the paper doesn't expire."
              type="date"
              optional
            />
          )}
          <TextField
            meta={fields.note}
            label="Note"
            hint="For our office. Don't write ID or certificate numbers here."
            optional
            maxLength={REASON_LENGTH}
          />
          <SubmitButton busy="Saving..." className="button-quiet justify-self-start">
            Record: {name.toLowerCase()}
          </SubmitButton>
        </Form>
      </details>
    </section>
  );
}

function stateOf({ expiresAt, isOfName }: Loaded["checks"][number], now: Instant): string {
  if (!isOfName) return "Recorded under another name, so not shown";
  return expiresAt !== null && expiresAt <= now ? "Expired, so not shown" : "Recorded";
}

function describeStanding({ approval, queuedAt }: Loaded["plumber"]): string {
  const since = queuedAt === null ? "" : ` since ${formatInstant(queuedAt)}`;
  return {
    waiting: `Waiting to be listed${since}.`,
    asked: "We've asked for more. Not listed yet.",
    refused: "We've refused to list them.",
    approved: since ? `Approved. In the queue${since}.` : "Approved.",
  }[approval];
}
