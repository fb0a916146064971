const TEXT = { "&quot;": '"', "&#x27;": "'", "&lt;": "<", "&gt;": ">", "&amp;": "&" } as Record<string, string>;
const decode = (text: string): string => text.replace(/&(quot|#x27|lt|gt|amp);/g, (entity) => TEXT[entity]!);

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(` ${name}="([^"]*)"`).exec(tag);
  return found ? decode(found[1]!) : undefined;
};

/** The fields that a browser without script would send of a form: what it is drawn with. */
function fieldsOf(form: string): Record<string, string> {
  const fields: Record<string, string> = {};
  const controls = form.matchAll(
    /(<input[^>]*>)|(<textarea[^>]*>)([^<]*)<\/textarea>|(<select[^>]*>)(.*?)<\/select>/gs,
  );
  for (const [, input, area, words, select, options] of controls) {
    const name = attribute((input ?? area ?? select)!, "name");
    if (name === undefined) continue;
    if (input) {
      const isChoice = /type="(checkbox|radio)"/.test(input);
      if (!isChoice || / checked=""/.test(input)) fields[name] = attribute(input, "value") ?? (isChoice ? "on" : "");
    }
    // The parser drops the line break that React begins a text area with.
    if (area) fields[name] = decode(words!.replace(/^\n/, ""));
    if (select)
      fields[name] =
        attribute((/<option[^>]*selected=""[^>]*>/.exec(options!) ?? /<option[^>]*>/.exec(options!))![0], "value") ??
        "";
  }
  return fields;
}

/** Finds a page's form that is drawn with these fields; gives all that it would send. */
export function formIn(html: string, having: Record<string, string>): Record<string, string> {
  const forms = [...html.matchAll(/<form[^>]*>(.*?)<\/form>/gs)].map(([, form]) => fieldsOf(form!));
  const found = forms.find((fields) => Object.entries(having).every(([name, value]) => fields[name] === value));
  if (!found) throw new Error(`no form with ${JSON.stringify(having)} among ${JSON.stringify(forms)}`);
  return found;
}
