/** The browser's `caches` in memory: matches whole addresses, oldest cache and entry first. */
export function fakeCaches(origin: string, load: (url: string) => Promise<Response>) {
  const stores = new Map<string, Map<string, Response>>();
  const urlOf = (asked: string | { url: string }) =>
    new URL(typeof asked === "string" ? asked : asked.url, origin).href;

  function cacheOf(store: Map<string, Response>) {
    const put = async (asked: string | { url: string }, response: Response) => {
      store.delete(urlOf(asked));
      store.set(urlOf(asked), response);
    };
    const add = async (asked: string) => put(asked, await load(urlOf(asked)));
    return {
      put,
      add,
      addAll: async (all: string[]) => void (await Promise.all(all.map(add))),
      match: async (asked: string | { url: string }) => store.get(urlOf(asked))?.clone(),
      keys: async () => [...store.keys()].map((url) => ({ url })),
      delete: async (asked: string | { url: string }) => store.delete(urlOf(asked)),
    };
  }

  return {
    has: async (name: string) => stores.has(name),
    keys: async () => [...stores.keys()],
    delete: async (name: string) => stores.delete(name),
    async open(name: string) {
      if (!stores.has(name)) stores.set(name, new Map());
      return cacheOf(stores.get(name)!);
    },
    match: async (asked: string | { url: string }) =>
      [...stores.values()]
        .map((store) => store.get(urlOf(asked)))
        .find(Boolean)
        ?.clone(),
    /** The paths in a cache. */
    pathsIn: (name: string) => [...(stores.get(name)?.keys() ?? [])].map((url) => url.replace(origin, "")),
  };
}

/** Node's responses know nothing of jsdom's files: this one holds a file as a browser's does. */
export class FileResponse extends Response {
  readonly file: Blob | null;
  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const file = body instanceof Blob ? body : null;
    super(file ? null : body, init);
    this.file = file;
  }
  override blob = async () => this.file ?? new Blob();
  override clone = () => new FileResponse(this.file);
}
