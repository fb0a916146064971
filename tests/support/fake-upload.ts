import { vi } from "vitest";

interface Sent {
  method: string;
  url: string;
  fields: Record<string, FormDataEntryValue>;
  progress: (loaded: number, total: number) => void;
  /** Answers with a text; null: the connection is lost. */
  answer: (text: string | null, status?: number) => Promise<void>;
}

/** Uploads whose server is the test: those that a page has sent, in order. */
export function fakeUploads(): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = { onprogress: (_: object) => undefined };
      responseText = "";
      status = 0;
      onload = () => undefined;
      onerror = () => undefined;
      method = "";
      url = "";
      setRequestHeader = () => undefined;
      open(method: string, url: string) {
        this.method = method;
        this.url = url;
      }
      send(body: FormData) {
        sent.push({
          method: this.method,
          url: this.url,
          fields: Object.fromEntries(body),
          progress: (loaded, total) => this.upload.onprogress({ loaded, total }),
          answer: async (text, status = 200) => {
            this.status = status;
            this.responseText = text ?? "";
            await (text === null ? this.onerror() : this.onload());
          },
        });
      }
    },
  );
  return sent;
}
