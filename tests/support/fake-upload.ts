import { vi } from "vitest";
import { BUILD_HEADER } from "~/realtime/own-headers";

interface Sent {
  method: string;
  url: string;
  fields: Record<string, FormDataEntryValue>;
  progress: (loaded: number, total: number) => void;
  /** Answers with a text, as the Worker does unless `headers` say otherwise; null: the connection is lost. */
  answer: (text: string | null, status?: number, headers?: Record<string, string>) => Promise<void>;
  headers: Record<string, string>;
  isAborted: () => boolean;
}

const OURS = { [BUILD_HEADER]: "mine", "Content-Type": "text/html; charset=utf-8" };

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
      headers: Record<string, string> = {};
      answered = new Headers();
      isAborted = false;
      setRequestHeader(name: string, value: string) {
        this.headers[name] = value;
      }
      getResponseHeader = (name: string) => this.answered.get(name);
      abort() {
        this.isAborted = true;
      }
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
          headers: this.headers,
          isAborted: () => this.isAborted,
          answer: async (text, status = 200, headers = OURS) => {
            this.answered = new Headers(headers);
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
