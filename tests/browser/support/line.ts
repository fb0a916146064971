import { connect, createServer } from "node:net";

interface Connection {
  end(): void;
  fallSilent(): void;
}

/** The line between one browser and the site, which can be cut. */
export async function layLine(origin: string) {
  const port = Number(new URL(origin).port);
  const open = new Set<Connection>();
  let state: "open" | "closed" | "silent" = "open";
  const server = createServer((browser) => {
    browser.on("error", () => undefined);
    if (state === "closed") return browser.destroy();
    const site = connect(port, "127.0.0.1").on("error", () => undefined);
    const connection: Connection = {
      end: () => browser.destroy(),
      fallSilent() {
        browser.unpipe(site).resume();
        site.unpipe(browser).resume();
      },
    };
    open.add(connection);
    browser.pipe(site).pipe(browser);
    browser.on("close", () => {
      open.delete(connection);
      site.destroy();
    });
    if (state === "silent") connection.fallSilent();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (!address || typeof address !== "object") throw new Error("The line has no port.");
  return {
    /** The arguments with which a browser uses this line. */
    args: [`--host-resolver-rules=MAP localhost:${port} 127.0.0.1:${address.port}`],
    /** "closed": connections end and new ones are refused. "silent": nothing gets through, and neither side is told. */
    cut(how: "closed" | "silent") {
      state = how;
      for (const connection of open) connection[how === "closed" ? "end" : "fallSilent"]();
    },
    /** New connections get through again; those that were cut in silence stay dead, as behind a mast that forgot them. */
    mend: () => void (state = "open"),
    close() {
      server.close();
      for (const connection of open) connection.end();
    },
  };
}
