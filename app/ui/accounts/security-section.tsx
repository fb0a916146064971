import { QuietLink } from "../shell/elements";

export const SecuritySection = () => (
  <section className="card grid justify-items-start gap-3 p-5">
    <h2>Two-step sign-in</h2>
    <p>Besides your password, a code from your phone or a passkey. See your signed-in devices there, too.</p>
    <QuietLink to="/security" icon="shield-check" label="Two-step sign-in" />
  </section>
);
