import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { UnreadableBody } from "./body";
import { MOST_FIELDS, readFormBody } from "./form-body";

const KB = 1024;
const MB = 1024 * KB;

/** A request whose body comes in pieces without a Content-Length, and how much of it was taken. */
function sending(
  type: string,
  pieces: (string | Uint8Array<ArrayBuffer>)[],
): { request: Request; taken: () => number } {
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

test("a form is read as it was sent, plain or in parts", async () => {
  const plain = await readFormBody(
    sending(URLENCODED, ["name=Rudo+O", "wn&city=Chegutu%20%26&city=", "Gweru"]).request,
  );
  expect([...plain]).toEqual([
    ["name", "Rudo Own"],
    ["city", "Chegutu &"],
    ["city", "Gweru"],
  ]);
  const form = await readFormBody(
    sending(MULTIPART, [text("name", "Rudo"), ...photo(64 * KB), text("city", "Gweru"), "--b--"]).request,
  );
  expect([form.get("name"), form.get("city")]).toEqual(["Rudo", "Gweru"]);
  const image = form.get("image") as File;
  expect([image.name, image.type, image.size, (await image.arrayBuffer()).byteLength]).toEqual([
    "photo.jpg",
    "image/jpeg",
    64 * KB,
    64 * KB,
  ]);
});

test("a form keeps its values when its photo is too large; of the photo only the size is left", async () => {
  const form = await readFormBody(
    sending(MULTIPART, [text("name", "Rudo"), ...photo(30 * MB), text("city", "Gweru"), "--b--"]).request,
  );
  expect([form.get("name"), form.get("city")]).toEqual(["Rudo", "Gweru"]);
  const image = form.get("image") as File;
  expect([image.size, (await image.arrayBuffer()).byteLength]).toEqual([30 * MB, 0]);
});

test("a form holds no more than one photo's bytes, however many it has", async () => {
  const form = await readFormBody(sending(MULTIPART, [...photo(4 * MB), ...photo(4 * MB), "--b--"]).request);
  const [first, second] = form.getAll("image") as File[];
  const kept = [await first!.arrayBuffer(), await second!.arrayBuffer()].map(({ byteLength }) => byteLength);
  expect(kept).toEqual([4 * MB, 0]);
  expect(second!.size).toBe(4 * MB);
});

const fields = (count: number) => Array.from({ length: count }, () => "email=1").join("&");
const longText = Array.from({ length: 600 }, () => "x".repeat(100 * KB));

test("a body that is too much is refused while it arrives, whatever it says of itself", async () => {
  const bodies: [name: string, type: string, pieces: (string | Uint8Array<ArrayBuffer>)[], atMost: number][] = [
    ["one field too many", URLENCODED, [fields(MOST_FIELDS + 1)], 128 * KB],
    ["60,000 fields", URLENCODED, [fields(60_000)], 2 * MB],
    ["60,000 parts", MULTIPART, [text("email", "1").repeat(60_000), "--b--"], 8 * MB],
    ["text", URLENCODED, ["name=", ...longText], 2 * MB],
    ["text in a part", MULTIPART, [text("name", "").slice(0, -2), ...longText], 2 * MB],
    ["a photo", MULTIPART, photo(60 * MB), 33 * MB],
  ];
  for (const [name, type, pieces, atMost] of bodies) {
    const { request, taken } = sending(type, pieces);
    await expect(readFormBody(request), name).rejects.toMatchObject({ status: 413 });
    expect(taken(), name).toBeLessThanOrEqual(atMost);
  }
  expect([...(await readFormBody(sending(URLENCODED, [fields(MOST_FIELDS)]).request))]).toHaveLength(MOST_FIELDS);
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
    await expect(readFormBody(sending(type, [body]).request), `${type}: ${body}`).rejects.toMatchObject({
      status: 400,
    });
});

describe.each([
  ["plain", (name: string) => sending(URLENCODED, [`${encodeURIComponent(name)}=x`]).request],
  ["in parts", (name: string) => sending(MULTIPART, [text(name, "x"), "--b--"]).request],
])("a field's name, %s", (_, requestWith) => {
  test("a field's name is taken as our forms have it", async () => {
    for (const name of ["email", "lines[0].what", "lines[11].what", "lines[9]", "a.b.c", "topics-jobs", "remind:b1"])
      expect([...(await readFormBody(requestWith(name))).keys()]).toEqual([name]);
  });

  test("a field's name is refused when it is deeper, or names a row that no form has", async () => {
    for (const name of [
      ...["", ".", "[0]", "a..b", "a[", "a[]", "a[b]", "a[-1]", "a[1e9]"],
      ...["lines[12].what", "lines[100000000].what", "lines[4294967294]", "lines[00000000000000000001]"],
      ...["a.b.c.d", "a[0][0][0]", "lines[0].what.more"],
    ])
      await expect(readFormBody(requestWith(name)), name).rejects.toMatchObject({ status: 400 });
  });
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

test("a multipart body comes apart into the parts that were put into it, whatever the pieces in which it comes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(null, "", "a.png"), nearly)),
      fc.array(fc.integer({ min: 1, max: 30 })),
      async (wanted, lengths) => {
        const parts = wanted.map(([name, content]) => (name === null ? text("note", content) : file(content, name)));
        const form = await readFormBody(sending(MULTIPART, split(`${parts.join("")}--b--\r\n`, lengths)).request);
        const read = [...form.values()].map(async (one) =>
          typeof one === "string" ? [null, one] : [one.name, await one.text()],
        );
        expect(await Promise.all(read)).toEqual(wanted);
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
    await expect(
      readFormBody(sending(MULTIPART, split(body, [3, 4])).request),
      body.slice(0, 60),
    ).rejects.toMatchObject({
      status: 400,
    });
});

// Quadratic work on these would run into the tests' time limit.
test("a multipart body comes apart without hanging at heads full of blanks, or where each byte could begin an end", async () => {
  const read = (...pieces: string[]) => readFormBody(sending(MULTIPART, [...pieces, "--b--"]).request);
  for (const before of ["Content-Type: a", "Content-Disposition: form-data", "Content-Disposition: form-data; name"]) {
    const head = `--b\r\nContent-Disposition: form-data; name="a"\r\n${before}${" ".repeat(3900)}x\r\n\r\n\r\n`;
    await read(head.repeat(4000)).catch(() => null);
  }
  await read(...split(file("\r\n--".repeat(1024 * 1024)), Array(64).fill(64 * KB)));
});
