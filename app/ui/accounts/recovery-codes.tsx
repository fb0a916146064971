import { ButtonLink, Notice } from "../shell/elements";

/** Recovery codes, shown this once (A21). */
export const RecoveryCodes = ({ codes, next }: { codes: string[]; next: string }) => (
  <>
    <Notice kind="success">Two-step sign-in is on. Keep these recovery codes: we won't show them again.</Notice>
    <section className="grid gap-3">
      <h2>Recovery codes</h2>
      <p>
        Each lets you in once, if you have lost your phone. Write them down or print them, and keep them away from your
        phone.
      </p>
      <pre className="overflow-x-auto rounded-field bg-brand-50 p-4 text-center font-mono select-all">
        {codes.join("\n")}
      </pre>
    </section>
    <p className="flex flex-wrap gap-3 print:hidden">
      <button type="button" className="button button-quiet" data-print hidden>
        Print
      </button>
      <ButtonLink to={next}>I have kept them</ButtonLink>
    </p>
  </>
);
