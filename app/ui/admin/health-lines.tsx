import type { HealthLine } from "~/domain/admin/desk/system-health";
import type { Instant } from "~/domain/time/harare";
import { durationWords } from "~/domain/time/duration";
import { Icon } from "../elements/icon";
import { Link } from "../shell/link";

/** How the system is, a line for each subject; what is wrong says for how long and what to do. */
export function HealthLines({ lines, now }: { lines: HealthLine[]; now: Instant }) {
  const wrong = lines.filter(({ isWell }) => !isWell).length;
  return (
    <section className="card grid gap-3 p-5">
      <h2 className={wrong > 0 ? "text-danger" : "text-success"}>
        {wrong === 0 ? "All is well" : wrong === 1 ? "One thing is wrong" : `${wrong} things are wrong`}
      </h2>
      <ul className="grid gap-2">
        {lines.map(({ name, isWell, text, since, todo, link }) => (
          <li key={name} className="flex gap-2 leading-snug">
            <Icon
              name={isWell ? "circle-check" : "circle-alert"}
              className={`mt-0.5 ${isWell ? "text-success" : "text-danger"}`}
            />
            <div className="min-w-0 wrap-anywhere">
              <p>
                <b>{name}</b> <span className="text-ink-2">{text}</span>{" "}
                {!isWell && since != null && <b className="text-danger">{`For ${durationWords(now - since)}.`}</b>}
              </p>
              {todo && <p>{todo}</p>}
              {link && (
                <Link to={link.to} className="button-link">
                  {link.label}
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
