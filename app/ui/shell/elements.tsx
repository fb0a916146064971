import {
  Link as RemixLink,
  type LinkProps,
  useActionData,
  useLocation,
  useNavigation,
  useResolvedPath,
  useRouteLoaderData,
} from "@remix-run/react";
import { forwardRef, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isDashboardPath } from "~/domain/values/user";
import type { FormReply } from "~/http/forms";
import type { IconName } from "../elements/icon-names";
import { sprite } from "../elements/sprite";
import { useResponseContext } from "./response-context";
import { Form } from "~/ui/forms/owned-form";

/** Without `label` it is decoration. The size attributes hold without the stylesheet. */
export function Icon({ name, label, className = "" }: { name: IconName; label?: string; className?: string }) {
  const naming = label ? { role: "img", "aria-label": label } : { "aria-hidden": true };
  return (
    <svg width="20" height="20" className={`icon ${className}`} {...naming}>
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

const ICONS = { success: "circle-check", danger: "circle-alert", info: "info" } as const;

interface NoticeProps {
  kind: keyof typeof ICONS;
  /** Announces it as an alert (F5), whatever its kind. */
  alert?: boolean;
  children: ReactNode;
  className?: string;
}

/** A message on the page. Errors interrupt a screen reader; anything else waits. */
export const Notice = ({ kind, alert = kind === "danger", children, className = "" }: NoticeProps) => (
  <div role={alert ? "alert" : "status"} className={`notice notice-${kind} ${className}`}>
    <Icon name={ICONS[kind]} className="mt-1" />
    <div className="min-w-0 wrap-anywhere">{children}</div>
  </div>
);

interface FlashNoticeProps {
  flash: { message: string; isProblem: boolean } | null;
  /** The number of events of what the page shows: when it changes, the message is out of date and goes. */
  events?: number | undefined;
}

/** A flash message. Where the page has kept its scroll, it is brought into sight. */
export function FlashNotice(props: FlashNoticeProps) {
  const flash = useStickyValue(props.flash, props.events);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "nearest" });
  }, [flash]);
  if (!flash) return null;
  return (
    <div ref={place} className="page pt-4">
      {flash.isProblem ? (
        <Notice kind="danger">{flash.message}</Notice>
      ) : (
        <div role="status" className="notice notice-success items-center">
          <svg viewBox="0 0 24 24" width="28" height="28" fill="none" aria-hidden="true" className="flex-none">
            <path
              d="M4 13l5 5L20 6"
              stroke="var(--color-copper-500)"
              strokeWidth="3"
              strokeLinecap="round"
              strokeLinejoin="round"
              className="drawn-tick"
            />
          </svg>
          {flash.message}
        </div>
      )}
    </div>
  );
}

interface EmptyStateProps {
  illustration: string;
  text: string;
  isPage?: boolean;
  children?: ReactNode;
}

export function EmptyState({ illustration, text, isPage = false, children }: EmptyStateProps) {
  const Text = isPage ? "h1" : "p";
  return (
    <div className="card grid justify-items-center gap-4 px-4 py-8 text-center">
      <img src={illustration} alt="" width={200} height={150} />
      <Text className="text-lg font-semibold">{text}</Text>
      {children}
    </div>
  );
}

interface FigureProps {
  /** A link with the class `whole` makes all of it a link. */
  label: ReactNode;
  value: number | string;
  icon: IconName;
  note?: string;
}

export const Figure = ({ label, value, icon, note }: FigureProps) => (
  <div className="card relative flex flex-col gap-1 p-4">
    <dt className="flex items-start justify-between gap-2 text-sm leading-snug text-ink-2">
      {label} <Icon name={icon} className="text-brand-600" />
    </dt>
    <dd className="mt-auto text-h1 font-bold tabular-nums">{value}</dd>
    {note && <dd className="text-sm text-ink-2">{note}</dd>}
  </div>
);

type AnchorProps = Omit<LinkProps, "to" | "reloadDocument" | "relative" | "prefetch" | "discover"> & { to: string };

/** The one link: in place within a dashboard, else a document, so that pages without script stay without it. */
export const Link = forwardRef<HTMLAnchorElement, AnchorProps>(function Link(
  { to, replace, state, preventScrollReset, viewTransition, ...anchor },
  ref,
) {
  const { withoutScript } = useResponseContext();
  // On the server Remix's link writes the same element, at the price of resolving a path that is whole already.
  if (withoutScript || (typeof document === "undefined" && to.startsWith("/")))
    return <a ref={ref} href={to} {...anchor} />;
  const inPlace = { replace, state, preventScrollReset, viewTransition };
  return (
    <RemixLink
      ref={ref}
      to={to}
      {...inPlace}
      {...anchor}
      discover="none"
      reloadDocument={!isDashboardPath(to) && !to.startsWith("?")}
    />
  );
});

type StyledProps = AnchorProps & { icon?: IconName; label?: string };

const linkLike =
  (look: string) =>
  ({ icon, label, className = "", children = label, ...link }: StyledProps) => (
    <Link {...link} className={`${look} ${className}`.trim()}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
export const ButtonLink = linkLike("button");
export const QuietLink = linkLike("button button-quiet");
export const TextLink = linkLike("button-link");
export const TallLink = linkLike("inline-flex min-h-11 items-center");
export const TabLink = linkLike("tab");

export const BackLink = ({ className = "", ...link }: StyledProps) => (
  <TextLink {...link} icon="arrow-left" className={`justify-self-start ${className}`} />
);

export const Chip = ({ isChosen = false, label, children = label, ...link }: StyledProps & { isChosen?: boolean }) => (
  <Link {...link} className="chip" aria-current={isChosen ? "true" : undefined}>
    {children}
  </Link>
);

/** Chips as one control: the parts of a list, of which one is shown. */
export const Segments = ({ children }: { children: ReactNode }) => (
  <nav aria-label="Show" className="segments">
    {children}
  </nav>
);

/** A link to a list's next page that keeps the other parameters. `name` is the cursor's, on pages with two lists. */
export function MoreLink({ next, label, name = "cursor" }: { next: string | null; label: string; name?: string }) {
  const { search } = useLocation();
  if (!next) return null;
  const query = new URLSearchParams(search);
  query.set(name, next);
  return (
    <p className="mt-6 text-center">
      <QuietLink to={`?${query}`}>{label}</QuietLink>
    </p>
  );
}

interface SubmitButtonProps {
  label?: string;
  children?: ReactNode;
  busy: string;
  className?: string;
  /** The field that gets its `value`: the form's intent, unless named. */
  name?: string;
  value?: string;
  /** The id of its form, for a button outside of it. */
  form?: string;
  /** A key of its own (`withKey`, O19). */
  "data-key"?: string;
  "aria-keyshortcuts"?: string;
}

/** A button that submits once: the label changes, the width doesn't, and a second click is ignored (with script). */
export function SubmitButton(button: SubmitButtonProps) {
  const { label, children = label, busy, className = "", value, name = value && "intent", ...attributes } = button;
  const { state, formData } = useNavigation();
  const sent = state !== "idle" && formData !== undefined && (!name || formData.get(name) === value);
  return (
    <button
      className={`button ${className}`}
      name={name}
      value={value}
      {...attributes}
      data-busy={busy}
      aria-busy={sent || undefined}
      onClick={sent ? (event) => event.preventDefault() : undefined}
    >
      <span className="grid">
        <span className={`col-start-1 row-start-1 ${sent ? "invisible" : ""}`}>{children}</span>
        {sent && <span className="col-start-1 row-start-1">{busy}</span>}
      </span>
    </button>
  );
}

export const PressForm = ({ className = "button-quiet", ...button }: Omit<SubmitButtonProps, "name" | "form">) => (
  <Form method="post">
    <SubmitButton {...button} className={className} />
  </Form>
);

const never = () => () => undefined;

/** False on the server and while the page hydrates. */
export const useHasScript = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );

/** A value that stays while its page is open: a push may revalidate it under a reader. Ends when `state` changes. */
function useStickyValue<Value>(value: Value | null | undefined, state?: number): Value | null {
  const key = `${useLocation().key} ${state}`;
  const [kept, setKept] = useState({ key, value: value ?? null });
  if (value && (kept.value !== value || kept.key !== key)) setKept({ key, value });
  return value ?? (kept.key === key ? kept.value : null);
}

/** The page's action data, or the form that its writer sent from here after the session had ended (F7); it stays. */
export function useLastActionData<Answer>(): Answer | undefined {
  const { pathname } = useLocation();
  // Not of a page around the one whose form it is.
  const isOwn = useResolvedPath(".").pathname === (pathname.replace(/\/$/, "") || "/");
  const root = useRouteLoaderData<{ kept?: FormReply }>("root");
  const kept = isOwn ? root?.kept : undefined;
  return useStickyValue((useActionData() ?? kept) as Answer | undefined) ?? undefined;
}
