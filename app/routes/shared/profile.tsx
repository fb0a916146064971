import { data, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { brand } from "~/brand";
import { profileForm, plumberProfileForm } from "~/domain/accounts/account-forms";
import { beginProfileChange, findOwnAccount, updateProfile } from "~/domain/accounts/profile.server";
import { readSetting } from "~/domain/settings/settings.server";
import { dashboardOf, isDashboardPath, type SessionClaims, fullName, type Role } from "~/domain/values/user";
import { keepUnchanged, parseForm, type FormReply, type Reply } from "~/http/forms";
import { signedInAction, signedInLoader } from "~/http/guards";
import { receivePhoto } from "~/http/photo-upload.server";
import { initOf, messageOf } from "~/http/refusals";
import { DashboardError, useDashboard } from "~/ui/shell/dashboard-page";
import { suburbsOf } from "~/content/suburbs";
import { photoUrl } from "~/domain/photos/photo";
import { SOCIAL_NETWORKS } from "~/domain/settings/social-links";
import { CITIES, SUBURBS_SERVED } from "~/domain/values/cities";
import { PLACE_LENGTH, SUBURBS_LENGTH } from "~/domain/values/text";
import { formatAmount, formatSum } from "~/domain/values/money";
import { mapProfileTexts, OTHER, SPECIALITIES } from "~/domain/values/trade";
import { formatPhone, showPhone } from "~/domain/values/phone";
import {
  AddressLine,
  NameFields,
  PhoneField,
  PhotoField,
  TRADE_FIELDS,
  TradeFields,
} from "~/ui/accounts/account-fields";
import { QuietLink, SubmitButton, TextLink, useLastActionData } from "~/ui/shell/elements";
import { ProblemSummary } from "~/ui/forms/form";
import { DrawnForm, useDrawnReply } from "~/ui/forms/drawn-form";
import { SuggestedField, TextArea } from "~/ui/forms/field";
import type { OwnAccount } from "~/domain/accounts/account";
import type { SettingValues } from "~/domain/settings/usual-settings";

interface Props {
  account: OwnAccount;
  socialLinks: SettingValues["social-links"];
  editing: boolean;
  page: string;
}

const ROLE_WORDS: Record<Role, string> = { client: "Client", plumber: "plumber User", admin: "Admin" };

function ProfileView({ account, socialLinks, page }: Props) {
  const networks = SOCIAL_NETWORKS.filter((network) => socialLinks[network]);
  const { trade } = account;
  const facts = [
    ["Experience", trade?.experience],
    ["Speciality", trade?.speciality],
    ["Fees", trade && formatSum(trade.feeCents)],
    ["About", trade?.about],
    ["City", trade?.city],
    ["Suburb", trade?.suburb],
    ["Also serves", trade?.servedSuburbs.join(", ")],
    ["Address", [account.addressLine1, account.addressLine2].filter(Boolean).join(", ")],
    ["Email", account.email],
    ["Phone", account.phone && showPhone(account.phone)],
  ] as const;
  return (
    <div className="grid gap-6">
      <section className="card grid gap-6 p-5 sm:p-8">
        <div className="flex flex-wrap items-center gap-3">
          <img src={photoUrl(account.photoKey, 160)} alt="" width={72} height={72} className="avatar" />
          <div className="min-w-24 flex-1">
            <h1 className="wrap-anywhere">{fullName(account)}</h1>
            <p className="text-ink-2">{ROLE_WORDS[account.role]}</p>
          </div>
          <QuietLink to={`${page}?edit`}>Edit</QuietLink>
        </div>
        {trade && (
          <p className="flex flex-wrap gap-x-4">
            <TextLink to="/plumber-dashboard/card" icon="user" label="Your page" />
            <TextLink to="/plumber-dashboard/work-photos" icon="camera" label="Work photos" />
          </p>
        )}
        <dl className="grid gap-x-4 gap-y-2 leading-snug sm:grid-cols-[140px_1fr]">
          {facts.map(([term, fact]) =>
            fact ? (
              <div key={term} className="grid sm:contents">
                <dt className="text-sm text-ink-2 sm:text-base">{term}</dt>
                <dd dir="auto" className="whitespace-pre-line">
                  {fact}
                </dd>
              </div>
            ) : null,
          )}
        </dl>
      </section>
      <div className="grid gap-6 sm:grid-cols-2">
        <section className="card grid content-start gap-1 p-5">
          <h2>Social Media</h2>
          {networks.length === 0 ? (
            <p className="text-ink-2">none</p>
          ) : (
            <ul className="flex flex-wrap gap-x-4">
              {networks.map((network) => (
                <li key={network}>
                  <a href={socialLinks[network]} rel="noopener" className="button-link">
                    {network}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section className="card grid content-start gap-1 p-5">
          <h2>My Productions</h2>
          <p className="text-ink-2">none</p>
        </section>
      </div>
    </div>
  );
}

const FIELDS = [
  "name",
  "username",
  "phone",
  "image",
  "addressLine1",
  ...TRADE_FIELDS,
  "suburb",
  "servedSuburbs",
] as const;

const asChoice = (known: readonly string[], value: string | undefined) =>
  value === undefined || known.includes(value) ? { choice: value, other: undefined } : { choice: OTHER, other: value };

/** The values that the profile's form is drawn with (A16). */
function profileAnswers({ trade, ...account }: Props["account"]) {
  const speciality = asChoice(SPECIALITIES, trade?.speciality);
  const city = asChoice(CITIES, trade?.city);
  return {
    suburb: trade?.suburb ?? "",
    servedSuburbs: trade?.servedSuburbs.join(", "),
    name: account.firstName,
    username: account.lastName,
    phone: account.phone ? formatPhone(account.phone) : "",
    addressLine1: account.addressLine1 ?? "",
    addressLine2: account.addressLine2 ?? "",
    ...mapProfileTexts((name) => trade?.[name]),
    speciality: speciality.choice,
    specialityOther: speciality.other,
    city: city.choice,
    cityOther: city.other,
    fees: trade ? formatAmount(trade.feeCents) : undefined,
  };
}

function ProfileForm({ account, page }: Pick<Props, "account" | "page">) {
  const { trade } = account;
  const drawn = useDrawnReply("profile", FIELDS, profileAnswers(account));
  const { fields, all, message } = drawn;
  const reply = useLastActionData<Partial<FormReply> & { photoKey?: string | null }>();
  const photoKey = reply?.photoKey ?? reply?.values?.["photoKey"] ?? null;
  return (
    <section className="card grid max-w-2xl gap-6 p-5 sm:p-8">
      <h1>Edit profile</h1>
      <ProblemSummary message={message} fields={all} />
      <DrawnForm
        reply={drawn}
        method="post"
        action={`${page}?edit`}
        encType="multipart/form-data"
        noValidate
        className="grid gap-5"
      >
        <NameFields fields={fields} />
        <PhoneField meta={fields.phone} role={account.role} />
        <PhotoField meta={fields.image} photoKey={photoKey} present={account.photoKey} />
        {trade ? (
          <>
            <TradeFields fields={fields} />
            <SuggestedField
              meta={fields.suburb}
              label="Suburb where you are based"
              suggestions={suburbsOf(trade.city)}
              maxLength={PLACE_LENGTH}
              optional
            />
            <TextArea
              meta={fields.servedSuburbs}
              label="Other suburbs you serve"
              hint={`With commas between them, at most ${SUBURBS_SERVED}.`}
              maxLength={SUBURBS_LENGTH}
              rows={2}
              optional
            />
          </>
        ) : (
          <AddressLine meta={fields.addressLine1} line={1} optional />
        )}
        <div className="flex flex-wrap gap-3">
          <SubmitButton busy="Saving...">Save</SubmitButton>
          <QuietLink to={page}>Cancel</QuietLink>
        </div>
      </DrawnForm>
    </section>
  );
}

const OUTSIDE = "/profile";

/** The page's own address: outside the dashboards it is the same for every role (W1). */
const pageOf = ({ pathname }: URL, { role }: SessionClaims) =>
  isDashboardPath(pathname) ? `${dashboardOf(role)}/profile` : OUTSIDE;

export const meta: MetaFunction = ({ location }) => [
  { title: `${isDashboardPath(location.pathname) ? "Profile" : "My Profile"} – ${brand.name}` },
];

export const loader = signedInLoader(async ({ context: { db }, viewer, url }) => {
  const [account, socialLinks] = await Promise.all([findOwnAccount(db, viewer.id), readSetting(db, "social-links")]);
  if (!account) return null;
  return { account, socialLinks, editing: url.searchParams.has("edit"), page: pageOf(url, viewer) };
});

export const action = signedInAction(
  "Failed to update profile",
  async ({ context, viewer, user: confirmation, form, request, goTo }) => {
    const upload = form.get("image");
    form.delete("image");
    const begun = beginProfileChange(context, context.session.token ?? "", viewer.id);
    const [user, account, admission, photo] = await Promise.all([
      confirmation,
      findOwnAccount(context.db, viewer.id),
      begun,
      receivePhoto(context, { upload, earlierKey: form.get("photoKey") }, begun, confirmation),
    ]);
    if (!account) return null;
    keepUnchanged(form, profileAnswers(account));
    // The photo survives with the other answers, even if the rest fails (P3).
    if (photo.photoKey) form.set("photoKey", photo.photoKey);
    const parsed = parseForm(form, viewer.role === "plumber" ? plumberProfileForm : profileForm);
    const keepingPhoto = (reply: Reply) => data({ ...reply.data, photoKey: photo.photoKey }, reply.init ?? undefined);
    if (!admission.ok) return keepingPhoto(parsed.refused(admission));
    if (!photo.ok)
      return data({ ...parsed.invalid({ image: messageOf(photo) }).data, photoKey: photo.photoKey }, initOf(photo));
    if (!parsed.value) return keepingPhoto(parsed.invalid());
    const result = await updateProfile(context, user, admission, parsed.value, photo.photoKey);
    if (!result.ok) return parsed.refused(result, "image");
    return goTo(pageOf(new URL(request.url), viewer), "profileUpdated");
  },
);

export default function ProfilePage() {
  const data = useLoaderData<typeof loader>();
  const { editing, page } = data;
  const failed = useLastActionData<{ values?: unknown }>()?.values !== undefined;
  const profile = editing || failed ? <ProfileForm {...data} /> : <ProfileView {...data} />;
  return page === OUTSIDE ? <div className="page max-w-3xl py-8">{profile}</div> : profile;
}

export function ErrorBoundary() {
  return <DashboardError failed="Failed to fetch profile" home={useDashboard().dashboard} />;
}
