import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { piecesOf } from "./body";
import { MalformedMultipart, takeApart } from "./form-body";

type Parts = { name: string; filename: string | null; content: string }[];

async function partsOf(body: AsyncIterable<Uint8Array>, boundary: string): Promise<Parts> {
  const parts: { name: string; filename: string | null; pieces: Uint8Array[] }[] = [];
  for await (const piece of takeApart(body, boundary)) {
    if ("head" in piece) parts.push({ name: piece.head.name, filename: piece.head.filename, pieces: [] });
    else parts.at(-1)!.pieces.push(piece.content.slice());
  }
  return parts.map(({ pieces, ...head }) => ({ ...head, content: Buffer.concat(pieces).toString("latin1") }));
}

/** A text in pieces of the given lengths, the rest in one. */
async function* inPieces(text: string, lengths: number[]): AsyncGenerator<Uint8Array> {
  let bytes = Buffer.from(text, "latin1");
  for (const length of lengths) {
    yield new Uint8Array(bytes.subarray(0, length));
    bytes = bytes.subarray(length);
  }
  yield new Uint8Array(bytes);
}

const text = (content: string) => `--end\r\nContent-Disposition: form-data; name="note"\r\n\r\n${content}\r\n`;
const file = (content: string, filename = "a.png") =>
  `--end\r\nContent-Disposition: form-data; name="image"; filename="${filename}"\r\nContent-Type: image/png\r\n\r\n${content}\r\n`;
/** Bytes that look like a boundary and are not one. */
const nearly = fc.stringMatching(/^(\r|\n|-|e|n|\r\n--|\r\n--en){0,20}$/);

describe("a multipart body comes apart", () => {
  test("into the parts that were put into it, whatever the pieces in which it comes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(null, "", "a.png"), nearly)),
        fc.array(fc.nat(30)),
        async (wanted, lengths) => {
          const body = `${wanted.map(([filename, content]) => (filename === null ? text(content) : file(content, filename))).join("")}--end--\r\n`;
          const expected = wanted.map(([filename, content]) => ({
            name: filename === null ? "note" : "image",
            filename,
            content,
          }));
          expect(await partsOf(inPieces(body, lengths), "end")).toEqual(expected);
        },
      ),
      { numRuns: 400 },
    );
  });

  test("as a browser or fetch sends it", async () => {
    const form = new FormData();
    form.set("name", "Rudo “Own” é");
    form.set("image", new File(["\r\n--\r\n"], 'a "b".png', { type: "image/png" }));
    const request = new Request("http://x.test", { method: "POST", body: form });
    const boundary = request.headers.get("Content-Type")!.split("boundary=")[1]!;
    const parts = await partsOf(piecesOf(request), boundary);
    expect(
      parts.map(({ name, filename, content }) => [name, filename, Buffer.from(content, "latin1").toString()]),
    ).toEqual([
      ["name", null, "Rudo “Own” é"],
      ["image", "a %22b%22.png", "\r\n--\r\n"],
    ]);
  });

  test("but not where it has no start, no end, or a part without a good head", async () => {
    const longHead = `--end\r\nContent-Disposition: form-data; name="${"x".repeat(10_000)}`;
    for (const body of [
      "",
      `hello\r\n${text("x")}--end--`,
      text("x"),
      "--end\r\nContent-Disposition: form-data\r\n\r\nx\r\n--end--",
      "--end\r\n\r\nx\r\n--end--",
      `${longHead}"\r\n\r\nx\r\n--end--`,
      longHead,
    ])
      await expect(partsOf(inPieces(body, [3, 4]), "end"), body.slice(0, 60)).rejects.toBeInstanceOf(
        MalformedMultipart,
      );
  });

  // Quadratic work on these would run into the tests' time limit.
  test("without hanging at heads full of blanks, or where each byte could begin an end", async () => {
    for (const before of [
      "Content-Type: a",
      "Content-Disposition: form-data",
      "Content-Disposition: form-data; name",
    ]) {
      const head = `--end\r\nContent-Disposition: form-data; name="a"\r\n${before}${" ".repeat(3900)}x\r\n\r\n\r\n`;
      await partsOf(inPieces(`${head.repeat(4000)}--end--`, []), "end").catch(() => null);
    }
    const pieces = Array.from({ length: 64 }, () => 64 * 1024);
    await partsOf(inPieces(`${file("\r\n--".repeat(1024 * 1024))}--end--`, pieces), "end");
  });
});
