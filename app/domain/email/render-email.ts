import { brand } from "~/brand";
import { company } from "~/company";
import { formatInstant, unbroken } from "../time/harare";
import { formatSum } from "../values/money";
import { formatPhone, telephoneLink } from "../values/phone";
import {
  type EmailFact,
  type EmailFooter,
  type EmailFrame,
  type EmailLink,
  type EmailTemplate,
  type EmailValue,
  type Person,
  type RenderedEmail,
  greet,
  USUAL_FRAME,
} from "./email-template";

const CHOOSE_EMAILS = "Email settings";
const REGISTERED = `${company.legalName}, ${company.address.join(", ")}`;
const SIGNATURE = [brand.name, formatPhone(brand.phone), brand.email, REGISTERED];

/** Renders a template as plain text and as HTML that say the same. */
export function renderEmail(template: EmailTemplate, footer: EmailFooter, frame = USUAL_FRAME): RenderedEmail {
  const framed = { greeting: greet(frame.greeting, template.to), closing: frame.closing };
  const { subject, reference } = template;
  return {
    // A subject is one line: a line break in a name must not start a new header.
    subject: `${subject}${reference ? ` (${reference})` : ""}`.replace(/\s+/g, " "),
    text: renderText(template, framed, footer),
    html: renderHtml(template, framed, footer),
  };
}

function renderText(template: EmailTemplate, frame: EmailFrame, { why, settings }: EmailFooter): string {
  const { subject, paragraphs, facts = [], action, second, closing } = template;
  const text = [
    subject,
    frame.greeting,
    ...paragraphs,
    ...[action, second].map((link) => link && `${link.label}:\n${sayUrl(link.url)}`),
    facts.map(([label, value]) => `${label}: ${sayValue(value)}`).join("\n"),
    closing,
    frame.closing,
  ];
  const foot = [why, settings && `${CHOOSE_EMAILS}: ${settings}`, ...SIGNATURE];
  return `${text.filter(Boolean).join("\n\n")}\n\n-- \n${foot.filter(Boolean).join("\n")}`;
}

/** An address as text says it: a phone as its number. */
const sayUrl = (url: string): string => (url.startsWith("tel:") ? formatPhone(url.slice(4)) : url);

/** The words of a fact's value. */
export function sayValue(value: EmailValue): string {
  if (typeof value === "string") return value;
  if ("time" in value) return formatInstant(value.time);
  if ("money" in value) return formatSum(value.money);
  if ("phone" in value) return formatPhone(value.phone);
  return [value.person, value.rating].filter(Boolean).join(", ");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escape = (text: string): string => unbroken(text).replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char);

// Outlook draws tables, not blocks, and takes no fonts over into them. Gmail knows no dark scheme and darkens by itself.
const STYLES = `td{font:16px/26px system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
@media (prefers-color-scheme:dark){
.page{background:#0B1A20!important}
.ink{color:#E8F0F2!important}
.quiet{color:#B4C6CD!important}
.link{color:#7CCBDB!important}
.primary,.primary a{background:#E07A3A!important;color:#14242B!important}
.rule{border-color:#23404B!important}
.dry{background:#23404B!important}
.wet{background:#7CCBDB!important}
}`;
const TABLE = `role="presentation" width="100%" cellpadding="0" cellspacing="0"`;
const INK = "color:#14242B;";
const QUIET = "color:#42565F;";
const SMALL = "font-size:14px;line-height:20px;";
const LINK = "color:#0F5A6B;line-height:44px;";

/** The look of a cell or a link. */
interface Look {
  attributes: string;
  style: string;
}

/** Renders a template as HTML for mail programs: tables and inline styles, and a style sheet where they take one. */
function renderHtml(template: EmailTemplate, frame: EmailFrame, { why, settings }: EmailFooter): string {
  const { subject, paragraphs, preview = paragraphs[0] ?? "", line, facts = [], closing } = template;
  const choose = settings ? `<br>${link(settings, CHOOSE_EMAILS)}` : "";
  const phone = link(telephoneLink(brand.phone), formatPhone(brand.phone));
  const mail = link(`mailto:${brand.email}`, brand.email);
  return `<!doctype html>
<html lang="en"><head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;background:#FAF8F5">
<div style="display:none;max-height:0;overflow:hidden">${escape(preview)}</div>
<table ${TABLE} class="page" style="background:#FAF8F5"><tr><td align="center" style="padding:16px">
<!--[if mso]><table role="presentation" width="560"><tr><td><![endif]-->
<table ${TABLE} style="max-width:560px;text-align:left"><tr><td class="ink" style="color:#14242B">
<p class="link" style="margin:0 0 12px;font-weight:700;color:#0E4251">${escape(brand.name)}</p>
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px;font-weight:600">${escape(subject)}</h1>
${renderButtons(template)}
${[frame.greeting, ...paragraphs].map(paragraph).join("")}
${line ? renderLine(line) : ""}
${renderFacts(facts)}
${[closing, frame.closing].map((text) => (text ? paragraph(text) : "")).join("")}
<p class="quiet rule" style="margin:32px 0 0;padding-top:16px;border-top:1px solid #D5DEE1;${QUIET}${SMALL}">
${escape(why)}${choose}<br>${escape(brand.name)} &nbsp; ${phone} &nbsp; ${mail}<br>${escape(REGISTERED)}</p>
</td></tr></table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body></html>`;
}

/** A link of the height of a finger; `words` are escaped. */
const link = (url: string, words: string) =>
  `<a href="${escape(url)}" class="link" style="${LINK}display:inline-block">${words}</a>`;

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escape(text)}</p>`;

const PRIMARY = { attributes: `class="primary" bgcolor="#B84E14"`, style: "" };
const OUTLINED = { attributes: `class="rule"`, style: "border:1px solid #73878F;" };

/** Each button is a table that floats: on a narrow phone the second one goes below the first. */
const renderButtons = ({ action, second }: EmailTemplate): string =>
  action
    ? `${renderButton(action, PRIMARY, { attributes: "", style: "color:#fff;" })}
${second ? renderButton(second, OUTLINED, { attributes: `class="link"`, style: LINK }) : ""}
<div style="clear:both;height:8px"></div>`
    : "";

const BUTTON =
  "display:block;padding:10px 20px;border-radius:10px;line-height:26px;font-weight:600;text-decoration:none";
// Outlook pads cells, other programs links: there the whole button is one.
const renderButton = ({ label, url }: EmailLink, cell: Look, link: Look) =>
  `<table role="presentation" align="left" cellpadding="0" cellspacing="0" style="margin:0 8px 8px 0"><tr>
<td ${cell.attributes} style="${cell.style}border-radius:10px;mso-padding-alt:10px 20px">
<a href="${escape(url)}" ${link.attributes} style="${link.style}${BUTTON}">${escape(label)}</a>
</td></tr></table>`;

/** The line as a table, the one drawing that every mail program shows: filled cells up to the station reached. */
function renderLine({ names, reached, current, isClosed }: NonNullable<EmailTemplate["line"]>): string {
  const bar = names.map((_, index) => {
    const filled =
      index < reached ? `class="wet" style="background:#0E7387;` : `class="dry" style="background:#FCE6D5;`;
    const color = isClosed && index === current ? `style="background:#8F1D17;` : filled;
    const width = (100 / names.length).toFixed(1);
    return `<td width="${width}%" ${color}height:8px;border:1px solid #B84E14;font-size:0;line-height:0">&nbsp;</td>`;
  });
  // Six names are too wide for a phone: only the present one is said.
  const isLeft = current < names.length / 2;
  const width = isLeft ? names.length - current : current + 1;
  const gap = width < names.length ? `<td colspan="${names.length - width}"></td>` : "";
  const words = escape(names[current] ?? "");
  const place = `colspan="${width}" align="${isLeft ? "left" : "right"}"`;
  const name = `<td ${place} class="ink" style="${INK}${SMALL}font-weight:700">${words}</td>`;
  return `<table ${TABLE} style="margin:0 0 16px;border-collapse:collapse;table-layout:fixed">
<tr>${bar.join("")}</tr>
<tr>${isLeft ? gap + name : name + gap}</tr></table>`;
}

const isMoney = ([, value]: EmailFact) => typeof value === "object" && "money" in value;

/** The facts, and below them the amounts as a bill. */
const renderFacts = (facts: EmailFact[]): string =>
  renderRows(facts.filter((fact) => !isMoney(fact)).map(renderFact)) +
  renderRows(facts.filter(isMoney).map(renderAmount));

const renderRows = (rows: string[]) =>
  rows.length === 0 ? "" : `<table ${TABLE} style="margin:0 0 16px">${rows.join("\n")}</table>`;

function renderFact([label, value]: EmailFact): string {
  const height = typeof value === "object" && "phone" in value ? "middle" : "top";
  return `<tr>
<td width="30%" valign="${height}" class="quiet" style="${QUIET}padding:4px 12px 4px 0">${escape(label)}</td>
<td valign="top" class="ink" style="${INK}padding:4px 0">${renderValue(value)}</td></tr>`;
}

function renderValue(value: EmailValue): string {
  const words = escape(sayValue(value));
  if (typeof value === "string") return words;
  if ("time" in value) return `<b style="font-weight:600">${words}</b>`;
  if ("phone" in value) return link(telephoneLink(value.phone), words);
  return "person" in value ? renderPerson(value) : words;
}

const PORTRAIT = 'alt="" width="48" height="48" style="float:left;margin:0 12px 0 0;border-radius:24px"';
function renderPerson({ person, image, rating }: Person): string {
  // Outlook shows no WebP.
  const portrait = image ? `<!--[if !mso]><!--><img src="${escape(image)}" ${PORTRAIT}><!--<![endif]-->` : "";
  const stars = rating ? `<br><span class="quiet" style="${QUIET}${SMALL}">${escape(rating)}</span>` : "";
  return `${portrait}\n${escape(person)}${stars}`;
}

const AMOUNT = "padding:4px 0;font-weight:600;white-space:nowrap";
function renderAmount([label, value]: EmailFact): string {
  const isTotal = typeof value === "object" && "isTotal" in value && value.isTotal;
  const rule = isTotal ? "border-top:1px solid #73878F;" : "";
  const tone = isTotal ? `class="ink rule" style="font-weight:600;${INK}` : `class="quiet" style="${QUIET}`;
  return `<tr><td valign="top" ${tone}${rule}padding:4px 12px 4px 0">${escape(label)}</td>
<td align="right" valign="top" class="ink rule" style="${INK}${rule}${AMOUNT}">${escape(sayValue(value))}</td></tr>`;
}
