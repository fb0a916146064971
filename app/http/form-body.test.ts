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

describe("a form", () => {
  test("is read as it was sent, plain or in parts", async () => {
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

  test("keeps its values when its photo is too large; of the photo only the size is left", async () => {
    const form = await readFormBody(
      sending(MULTIPART, [text("name", "Rudo"), ...photo(30 * MB), text("city", "Gweru"), "--b--"]).request,
    );
    expect([form.get("name"), form.get("city")]).toEqual(["Rudo", "Gweru"]);
    const image = form.get("image") as File;
    expect([image.size, (await image.arrayBuffer()).byteLength]).toEqual([30 * MB, 0]);
  });

  test("holds no more than one photo's bytes, however many it has", async () => {
    const form = await readFormBody(sending(MULTIPART, [...photo(4 * MB), ...photo(4 * MB), "--b--"]).request);
    const [first, second] = form.getAll("image") as File[];
    const kept = [await first!.arrayBuffer(), await second!.arrayBuffer()].map(({ byteLength }) => byteLength);
    expect(kept).toEqual([4 * MB, 0]);
    expect(second!.size).toBe(4 * MB);
  });
});

describe("a body that is too much", () => {
  const fields = (count: number) => Array.from({ length: count }, () => "email=1").join("&");
  const longText = Array.from({ length: 600 }, () => "x".repeat(100 * KB));

  test("is refused while it arrives, whatever it says of itself", async () => {
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

  test("is not read at all where its length says so already", async () => {
    const { request, taken } = sending(MULTIPART, photo(60 * MB));
    request.headers.set("Content-Length", String(60 * MB));
    await expect(readFormBody(request)).rejects.toBeInstanceOf(UnreadableBody);
    expect(taken()).toBe(0);
  });
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
  test("is taken as our forms have it", async () => {
    for (const name of ["email", "lines[0].what", "lines[11].what", "lines[9]", "a.b.c", "topics-jobs", "remind:b1"])
      expect([...(await readFormBody(requestWith(name))).keys()]).toEqual([name]);
  });

  test("is refused when it is deeper, or names a row that no form has", async () => {
    for (const name of [
      ...["", ".", "[0]", "a..b", "a[", "a[]", "a[b]", "a[-1]", "a[1e9]"],
      ...["lines[12].what", "lines[100000000].what", "lines[4294967294]", "lines[00000000000000000001]"],
      ...["a.b.c.d", "a[0][0][0]", "lines[0].what.more"],
    ])
      await expect(readFormBody(requestWith(name)), name).rejects.toMatchObject({ status: 400 });
  });
});
