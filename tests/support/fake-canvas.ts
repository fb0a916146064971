import { vi } from "vitest";

/** What a phone writes into a photo's file, with the place where it was taken. */
const EXIF = "Exif GPS 17.8S 31.0E";

/** A photo's file of so many bytes. */
export const photoOf = (size: number, name = "IMG_1.jpg"): File =>
  new File([EXIF, "x".repeat(size - EXIF.length)], name, { type: "image/jpeg" });

export const tellsPlace = async (file: Blob): Promise<boolean> => {
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.onload = resolve;
    reader.readAsText(file);
  });
  return String(reader.result).includes("GPS");
};

interface Decoded {
  width: number;
  height: number;
  /** The bytes of its JPEG or WebP by quality; null: it can't be made. */
  sizes: Record<number, number | null>;
  /** A canvas that can't write WebP writes PNG, as in Safari. */
  writesWebp?: boolean;
}

/** A browser that decodes each photo to this one, draws it and writes it again; a canvas knows pixels alone. */
export function fakeCanvas({ sizes, writesWebp = false, ...bitmap }: Decoded) {
  const drawn: { canvas: [number, number]; to: unknown[]; qualities: number[] }[] = [];
  const decoded = vi.fn(async (_: Blob) => bitmap);
  vi.stubGlobal("createImageBitmap", decoded);
  Object.assign(HTMLCanvasElement.prototype, {
    getContext(this: HTMLCanvasElement) {
      const { width, height } = this;
      return {
        drawImage: (image: object, ...to: unknown[]) =>
          image === bitmap && drawn.push({ canvas: [width, height], to, qualities: [] }),
      };
    },
    toBlob(done: (blob: Blob | null) => void, type: string, quality: number) {
      if (type === "image/webp" && !writesWebp) return done(new Blob(["png"], { type: "image/png" }));
      drawn.at(-1)?.qualities.push(quality);
      const size = sizes[quality];
      done(size ? new Blob(["p".repeat(size)], { type }) : null);
    },
  });
  return { drawn, decoded };
}

/** Chooses files in a field, as only a browser can: jsdom has no `DataTransfer`. */
export function choose(input: HTMLInputElement, ...files: File[]): void {
  vi.stubGlobal(
    "DataTransfer",
    class {
      files: File[] = [];
      items = { add: (file: File) => this.files.push(file) };
    },
  );
  Object.defineProperty(input, "files", { value: files, writable: true, configurable: true });
  input.dispatchEvent(new Event("change", { bubbles: true }));
}
