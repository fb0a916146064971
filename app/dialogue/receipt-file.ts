import { measureText, pdf, type PageContext } from "tinypdf";
import { brand } from "~/brand";
import { company } from "~/company";
import type { Receipt } from "~/domain/money/receipt";
import { formatOnReceipt, formatReceipt, formatSum } from "~/domain/values/money";
import { formatPhone } from "~/domain/values/phone";
import type { ReceiptMoney } from "~/ui/money/describe-held";
import { printReceipt } from "~/ui/money/receipt-words";
import { formatDay } from "~/domain/time/harare";

// A5, in points, from its lower left corner.
const PAGE = { width: 420, height: 595, margin: 36 };
const RIGHT = PAGE.width - PAGE.margin;
const VALUES_AT = 110;
const SMALL = 9;
const TEXT = 11;
const LARGE = 20;
/** Of a line of text, in its size. */
const LEADING = 1.4;

/** Draws a receipt (M7) as a PDF of one page, with what became of its money, for who opens no page of ours. */
export function drawReceipt(receipt: Receipt, money: ReceiptMoney | null): Blob {
  const { title, facts, lines, total, before, rest, stamp, back, label, note } = printReceipt(receipt, money);
  const { number, amount, voids, voidedBy } = receipt;
  const file = pdf();
  file.page(PAGE.width, PAGE.height, (page) => {
    const pen = { page, y: PAGE.height - PAGE.margin };
    write(pen, `${title} ${formatReceipt(number)}`, { size: LARGE });
    write(pen, [company.legalName, ...company.address].join(", "), { size: SMALL });
    write(pen, `${brand.email}, ${formatPhone(brand.phone)}`, { size: SMALL });
    if (voidedBy !== null) write(pen, `Void. See ${formatReceipt(voidedBy)}.`);
    if (voids !== null) write(pen, `Voids ${formatReceipt(voids)}.`);
    if (stamp) write(pen, stamp.at === null ? stamp.name : `${stamp.name}, ${formatDay(stamp.at)}`);
    rule(pen);
    for (const { label: fact, value, phone } of facts)
      writeBeside(pen, fact, [value, phone].filter(Boolean).join(", "));
    rule(pen);
    for (const { what, amount: cents } of lines) writeSum(pen, what, formatSum(cents));
    if (lines.length > 0) writeSum(pen, "In all", formatSum(total));
    if (before !== null) writeSum(pen, "Paid before", formatSum(before));
    writeSum(pen, label, formatOnReceipt(amount), LARGE);
    for (const sum of back) writeSum(pen, sum.label, sum.value);
    if (rest !== null) writeSum(pen, "Still to pay", formatSum(rest));
    rule(pen);
    write(pen, note, { size: SMALL });
  });
  return new Blob([new Uint8Array(file.build())], { type: "application/pdf" });
}

interface Line {
  size: number;
  x: number;
  width: number;
}

interface Pen {
  page: PageContext;
  y: number;
}

/** Letters that are not another one with a mark, and what is written for them. */
const WHOLE_LETTERS: Record<string, string> = {
  Ł: "L",
  ł: "l",
  Ø: "O",
  ø: "o",
  Đ: "D",
  đ: "d",
  Æ: "AE",
  æ: "ae",
  Œ: "OE",
  œ: "oe",
  ß: "ss",
  ı: "i",
};

/** The font has no letters but ASCII ones: others are written without their marks. */
const plain = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/[–—−]/g, "-")
    .replace(/[^\x20-\x7e]/g, (letter) => WHOLE_LETTERS[letter] ?? "?");

/** Breaks a text into lines of this width. */
function wrap(text: string, size: number, width: number): string[] {
  const lines = [""];
  for (const word of plain(text).split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (measureText(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

function write(pen: Pen, text: string, { size = TEXT, x = PAGE.margin, width }: Partial<Line> = {}) {
  for (const line of wrap(text, size, width ?? RIGHT - x)) {
    pen.y -= size * LEADING;
    pen.page.text(line, x, pen.y, size);
  }
}

function writeBeside(pen: Pen, label: string, value: string) {
  pen.page.text(plain(label), PAGE.margin, pen.y - TEXT * LEADING, TEXT, { color: "#5b6b73" });
  write(pen, value, { x: VALUES_AT });
}

function writeSum(pen: Pen, label: string, sum: string, size = TEXT) {
  const width = measureText(sum, size);
  pen.page.text(plain(sum), RIGHT - width, pen.y - size * LEADING, size);
  write(pen, label, { size, width: RIGHT - PAGE.margin - width - size });
}

function rule(pen: Pen) {
  pen.y -= TEXT;
  pen.page.line(PAGE.margin, pen.y, RIGHT, pen.y, "#c9d2d6", 1);
}
