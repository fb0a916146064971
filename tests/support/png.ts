/** A real PNG of red points, made here: no file of unknown origin in the repository. */
export async function png(width: number, height: number): Promise<Blob> {
  const crcTable = Array.from(
    { length: 256 },
    (_, n) => Array.from({ length: 8 }).reduce<number>((c) => (c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1), n) >>> 0,
  );
  const crc = (bytes: Uint8Array) =>
    (bytes.reduce((c, byte) => crcTable[(c ^ byte) & 255]! ^ (c >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;
  const number = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
  const bytes = (text: string) => new TextEncoder().encode(text);
  const chunk = (type: string, data: Uint8Array) => {
    const body = new Uint8Array([...bytes(type), ...data]);
    return [...number(data.length), ...body, ...number(crc(body))];
  };
  const rows = new Uint8Array(height * (1 + width * 3)).map((_, at) =>
    at % (1 + width * 3) !== 0 && (at % (1 + width * 3)) % 3 === 1 ? 200 : 0,
  );
  const packed = new Uint8Array(
    await new Response(new Blob([rows]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer(),
  );
  const head = new Uint8Array([...number(width), ...number(height), 8, 2, 0, 0, 0]);
  return new Blob([
    new Uint8Array([
      0x89,
      ...bytes("PNG\r\n\x1a\n"),
      ...chunk("IHDR", head),
      ...chunk("IDAT", packed),
      ...chunk("IEND", new Uint8Array()),
    ]),
  ]);
}
