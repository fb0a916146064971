import { encode } from "uqr";

/** A QR code as one path of an SVG, with the side of its square: nothing of it is drawn in the browser. */
export function qrCode(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
