import { brand } from "~/brand";
import { company } from "~/company";
import { ABOUT, TEAM } from "~/content/team";
import { showPhone, telephoneLink } from "~/domain/values/phone";
import about from "~/ui/illustrations/about.svg?url";
import dispatch from "~/ui/illustrations/team-dispatch.svg?raw";
import founder from "~/ui/illustrations/team-founder.svg?raw";
import trainer from "~/ui/illustrations/team-trainer.svg?raw";
import { Icon } from "~/ui/shell/elements";
import { OfficeHours } from "~/ui/shell/office-hours";
import { CompanyAddress } from "~/ui/site/company-facts";
import { keptPage, PageHead, StaticFragment } from "~/ui/shell/public-page";
import { Illustration } from "~/ui/illustrations/illustration";

export const { handle, meta } = keptPage({ title: "About us", description: ABOUT.hero });

const ILLUSTRATIONS = { "team-founder": founder, "team-dispatch": dispatch, "team-trainer": trainer };

export default function About() {
  return (
    <StaticFragment name="about">
      <PageHead title={`About ${brand.name}`} lead={ABOUT.hero} />
      <div className="page grid gap-8 py-8">
        <section className="flex flex-wrap items-center gap-6">
          <img src={about} alt="" width={240} height={180} />
          <div className="grid max-w-[65ch] flex-1 basis-60 gap-2">
            <h2>{ABOUT.experience.title}</h2>
            <p>{ABOUT.experience.text}</p>
          </div>
        </section>
        <section className="grid gap-5">
          <h2>What we stand for</h2>
          <ul className="grid gap-4 sm:grid-cols-3">
            {Object.entries(ABOUT.values).map(([title, text]) => (
              <li key={title} className="card grid content-start gap-2 p-5">
                <h3 className="text-lg font-bold">{title}</h3>
                <p className="text-ink-2">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="grid gap-5">
          <h2>{ABOUT.goals.title}</h2>
          <ul className="grid gap-4 sm:grid-cols-3">
            {ABOUT.goals.progress.map(({ label, percent }) => (
              <li key={label} className="grid content-start gap-1 leading-snug">
                <b className="tabular-nums">{percent}%</b>
                <svg viewBox="0 0 100 4" preserveAspectRatio="none" className="h-2 w-full" aria-hidden="true">
                  <rect width="100" height="4" className="fill-brand-100" />
                  <rect width={percent} height="4" className="fill-copper-500" />
                </svg>
                {label}
              </li>
            ))}
          </ul>
        </section>
        <section className="grid gap-5">
          <h2>The team</h2>
          <ul className="grid gap-4 sm:grid-cols-3">
            {TEAM.map(({ role, text, illustration }) => (
              <li key={role} className="card grid content-start gap-2 p-5">
                <Illustration svg={ILLUSTRATIONS[illustration]} />
                <h3 className="text-lg font-bold">{role}</h3>
                <p className="text-ink-2">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section className="grid gap-5">
          <h2>The company</h2>
          <div className="card grid gap-2 p-5">
            <p className="font-semibold">{company.legalName}</p>
            <CompanyAddress />
            <OfficeHours />
            <a className="button-link" href={telephoneLink(brand.phone)}>
              <Icon name="phone" /> {showPhone(brand.phone)}
            </a>
          </div>
        </section>
      </div>
    </StaticFragment>
  );
}
