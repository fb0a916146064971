/**
 * The link of the newest email to an address in the mailbox of local mode; null where there is none, as in production.
 */
export async function newestLink(origin: string, email: string): Promise<string | null> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const answer = await fetch(`${origin}/dev/mailbox.json`);
    if (!answer.ok) return null;
    const emails = (await answer.json()) as { to: string; text: string }[];
    const link = /https?:\/\/\S+/.exec(emails.find(({ to }) => to === email)?.text ?? "")?.[0];
    if (link) return link;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`no email to ${email} within 10 s`);
}

/** Opens the link as a browser does, and gives its page the password where it asks for one. */
export async function followLink(origin: string, link: string, password: string): Promise<void> {
  if (new URL(link).origin !== origin) throw new Error(`the email's link leads to ${new URL(link).origin}`);
  const page = await fetch(link);
  const html = await page.text();
  if (!page.ok) throw new Error(`the link answered ${page.status}`);
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(
    ([tag]) =>
      (name: string) =>
        new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? "",
  );
  const asked = inputs.find((attribute) => attribute("type") === "password");
  if (!asked) return;
  const hidden = inputs
    .filter((attribute) => attribute("type") === "hidden")
    .map((attribute) => [attribute("name"), attribute("value")]);
  const answer = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin },
    body: new URLSearchParams([...hidden, [asked("name"), password]]),
  });
  if (answer.status >= 400) throw new Error(`the link's form answered ${answer.status}`);
}
