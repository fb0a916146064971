import fc from "fast-check";
import { expect, test } from "vitest";
import { UnreadableBody } from "./body";
import { MOST_FIELDS, readFormBody } from "./form-body";

const KB = 1024;
const MB = 1024 * KB;

type Piece = string | Uint8Array<ArrayBuffer>;

/** A request whose body comes in pieces without a Content-Length, and how much of it was taken. */
function sending(type: string, pieces: Piece[]): { request: Request; taken: () => number } {
  let taken = 0;
  const rest = pieces.map((piece) => (typeof piece === "string" ? new TextEncoder().encode(piece) : piece));
  const body = new ReadableStream({
    type: "bytes",
    pull(controller) {
      const piece = rest.shift();
      taken += piece?.byteLength ?? 0;
      if (piece) return controller.enqueue(piece);
      controller.close();
      controller.byobRequest?.respond(0);
    },
  });
  const init = { method: "POST", body, headers: { "Content-Type": type }, duplex: "half" };
  return { request: new Request("https://pombi.test/signup", init), taken: () => taken };
}

const read = (type: string, ...pieces: Piece[]) => readFormBody(sending(type, pieces).request);

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data; boundary=b";
const text = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const photoHead = `--b\r\nContent-Disposition: form-data; name="image"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
const photo = (bytes: number) => [
  photoHead,
  ...Array.from({ length: bytes / (64 * KB) }, () => new Uint8Array(64 * KB)),
  "\r\n",
];

/** Reads a form of two fields and a photo; gives the photo. */
async function readPhotoForm(bytes: number): Promise<File> {
  const form = await read(MULTIPART, text("name", "Rudo"), ...photo(bytes), text("city", "Gweru"), "--b--");
  expect([form.get("name"), form.get("city")]).toEqual(["Rudo", "Gweru"]);
  return form.get("image") as File;
}

test("a form is read as it was sent, plain or in parts", async () => {
  const plain = await read(URLENCODED, "name=Rudo+O", "wn&city=Chegutu%20%26&city=", "Gweru");
  expect([...plain]).toEqual([
    ["name", "Rudo Own"],
    ["city", "Chegutu &"],
    ["city", "Gweru"],
  ]);
  const image = await readPhotoForm(64 * KB);
  expect([image.name, image.type, image.size, (await image.arrayBuffer()).byteLength]).toEqual([
    "photo.jpg",
    "image/jpeg",
    64 * KB,
    64 * KB,
  ]);
});

test("a form keeps its values when its photo is too large; of the photo only the size is left", async () => {
  const image = await readPhotoForm(30 * MB);
  expect([image.size, (await image.arrayBuffer()).byteLength]).toEqual([30 * MB, 0]);
});

test("a form holds no more than one photo's bytes, however many it has", async () => {
  const form = await read(MULTIPART, ...photo(4 * MB), ...photo(4 * MB), "--b--");
  const [first, second] = form.getAll("image") as File[];
  const kept = [await first!.arrayBuffer(), await second!.arrayBuffer()].map(({ byteLength }) => byteLength);
  expect(kept).toEqual([4 * MB, 0]);
  expect(second!.size).toBe(4 * MB);
});

const fields = (count: number) => Array.from({ length: count }, () => "email=1").join("&");
const longText = Array.from({ length: 600 }, () => "x".repeat(100 * KB));

test("a body that is too much is refused while it arrives, whatever it says of itself", async () => {
  const bodies: { name: string; type: string; pieces: Piece[]; atMost: number }[] = [
    { name: "one field too many", type: URLENCODED, pieces: [fields(MOST_FIELDS + 1)], atMost: 128 * KB },
    { name: "60,000 fields", type: URLENCODED, pieces: [fields(60_000)], atMost: 2 * MB },
    { name: "60,000 parts", type: MULTIPART, pieces: [text("email", "1").repeat(60_000), "--b--"], atMost: 8 * MB },
    { name: "text", type: URLENCODED, pieces: ["name=", ...longText], atMost: 2 * MB },
    { name: "text in a part", type: MULTIPART, pieces: [text("name", "").slice(0, -2), ...longText], atMost: 2 * MB },
    { name: "a photo", type: MULTIPART, pieces: photo(60 * MB), atMost: 33 * MB },
  ];
  for (const { name, type, pieces, atMost } of bodies) {
    const { request, taken } = sending(type, pieces);
    await expect(readFormBody(request), name).rejects.toMatchObject({ status: 413 });
    expect(taken(), name).toBeLessThanOrEqual(atMost);
  }
  expect([...(await read(URLENCODED, fields(MOST_FIELDS)))]).toHaveLength(MOST_FIELDS);
});

test("a body that is too much is not read at all where its length says so already", async () => {
  const { request, taken } = sending(MULTIPART, photo(60 * MB));
  request.headers.set("Content-Length", String(60 * MB));
  await expect(readFormBody(request)).rejects.toBeInstanceOf(UnreadableBody);
  expect(taken()).toBe(0);
});

test("a body of another kind, without a boundary or without an end is no form", async () => {
  for (const [type, body] of [
    ["text/plain", "hello"],
    ["application/json", "{}"],
    ["", "a=b"],
    ["multipart/form-data", "--b--"],
    [MULTIPART, text("name", "Rudo")],
  ] as const)
    await expect(read(type, body), `${type}: ${body}`).rejects.toMatchObject({ status: 400 });
});

const ENCODINGS: [how: string, readField: (name: string) => Promise<FormData>][] = [
  ["plain", (name) => read(URLENCODED, `${encodeURIComponent(name)}=x`)],
  ["in parts", (name) => read(MULTIPART, text(name, "x"), "--b--")],
];

test.each(ENCODINGS)("a field's name, %s, is taken as our forms have it", async (_, readField) => {
  for (const name of ["email", "lines[0].what", "lines[11].what", "lines[9]", "a.b.c", "topics-jobs", "remind:b1"])
    expect([...(await readField(name)).keys()]).toEqual([name]);
});

test.each(ENCODINGS)("a field's name, %s, is refused if deeper, or of a row no form has", async (_, readField) => {
  for (const name of [
    "",
    ".",
    "[0]",
    "a..b",
    "a[",
    "a[]",
    "a[b]",
    "a[-1]",
    "a[1e9]",
    "lines[12].what",
    "lines[100000000].what",
    "lines[4294967294]",
    "lines[00000000000000000001]",
    "a.b.c.d",
    "a[0][0][0]",
    "lines[0].what.more",
    "\0",
    "a.\x7f",
  ])
    await expect(readField(name), name).rejects.toMatchObject({ status: 400 });
});

const file = (content: string, filename = "a.png") =>
  `--b\r\nContent-Disposition: form-data; name="image"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
/** Bytes that look like a boundary and are not one. */
const nearly = fc.stringMatching(/^(\r|\n|-|b|\r\n--){0,20}$/).filter((content) => !content.includes("\r\n--b"));

/** A text in pieces of the given lengths, the rest in one. */
function split(text: string, lengths: number[]): string[] {
  const ends = lengths.map((_, at) => lengths.slice(0, at + 1).reduce((sum, length) => sum + length));
  return [0, ...ends].map((start, at) => text.slice(start, ends[at])).filter(Boolean);
}

test("a multipart body is split into its parts, whatever the pieces in which it arrives", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(null, "", "a.png"), nearly)),
      fc.array(fc.integer({ min: 1, max: 30 })),
      async (wanted, lengths) => {
        const parts = wanted.map(([name, content]) => (name === null ? text("note", content) : file(content, name)));
        const form = await read(MULTIPART, ...split(`${parts.join("")}--b--\r\n`, lengths));
        const taken = [...form.values()].map(async (one) =>
          typeof one === "string" ? [null, one] : [one.name, await one.text()],
        );
        expect(await Promise.all(taken)).toEqual(wanted);
      },
    ),
    { numRuns: 400 },
  );
});

test("a multipart body comes apart as a browser or fetch sends it", async () => {
  const body = new FormData();
  body.set("name", "Rudo “Own” é");
  body.set("image", new File(["\r\n--\r\n"], 'a "b".png', { type: "image/png" }));
  const form = await readFormBody(new Request("http://x.test", { method: "POST", body }));
  const image = form.get("image") as File;
  expect([form.get("name"), image.name, await image.text()]).toEqual(["Rudo “Own” é", "a %22b%22.png", "\r\n--\r\n"]);
});

test("a multipart body comes apart but not where it has no start, no end, or a part without a good head", async () => {
  const longHead = `--b\r\nContent-Disposition: form-data; name="${"x".repeat(10_000)}`;
  for (const body of [
    "",
    `hello\r\n${text("note", "x")}--b--`,
    "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--",
    "--b\r\n\r\nx\r\n--b--",
    `${longHead}"\r\n\r\nx\r\n--b--`,
    longHead,
  ])
    await expect(read(MULTIPART, ...split(body, [3, 4])), body.slice(0, 60)).rejects.toMatchObject({ status: 400 });
});

// Quadratic work on these would run into the tests' time limit.
test("a multipart body of blank heads, or where each byte could begin an end, is split without hanging", async () => {
  for (const before of ["Content-Type: a", "Content-Disposition: form-data", "Content-Disposition: form-data; name"]) {
    const head = `--b\r\nContent-Disposition: form-data; name="a"\r\n${before}${" ".repeat(3900)}x\r\n\r\n\r\n`;
    await read(MULTIPART, head.repeat(4000), "--b--").catch(() => null);
  }
  await read(MULTIPART, ...split(file("\r\n--".repeat(1024 * 1024)), Array(64).fill(64 * KB)), "--b--");
});
