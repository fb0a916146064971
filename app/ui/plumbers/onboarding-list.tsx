import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

interface Step {
  label: string;
  to: string;
  isDone: boolean;
}

/** What a plumber's start still needs, until all of it is done (D22). */
export function OnboardingList({ steps }: { steps: Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="onboarding">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="onboarding">Get your first clients</h2>
        <p className="text-ink-2 tabular-nums">
          {done} of {steps.length} done
        </p>
      </div>
      <progress value={done} max={steps.length} aria-labelledby="onboarding" className="w-full accent-brand-600" />
      <ul className="grid">
        {steps.map(({ label, to, isDone }) => (
          <li key={label}>
            {isDone ? (
              <span className="flex min-h-11 items-center gap-3 text-ink-2">
                <Icon name="circle-check" label="Done:" className="text-success" /> {label}
              </span>
            ) : (
              <Link to={to} className="flex min-h-11 items-center gap-3 font-semibold">
                <span className="grid size-5 flex-none rounded-full border-2 border-field-line" /> {label}
                <Icon name="chevron-right" className="ml-auto" />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A plumber's public page, to look at and to share (D22). */
export function SharePage({ path, url, name }: { path: string; url: string; name: string }) {
  return (
    <section className="card grid gap-3 p-5" aria-labelledby="own-page">
      <div>
        <h2 id="own-page">Share your page</h2>
        <p className="wrap-anywhere text-ink-2">{url}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${name}, plumber. Book me here: ${url}`)}`}
          target="_blank"
          rel="noopener"
          className="button button-quiet"
        >
          <Icon name="whatsapp" /> WhatsApp
        </a>
        <Link to={path} className="button-link">
          See your page
        </Link>
      </div>
    </section>
  );
}
