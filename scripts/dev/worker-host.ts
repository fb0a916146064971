import { DurableObject } from "cloudflare:workers";

/** The Worker of `npm run dev` receives our own code as text: workerd keeps running, with the sockets of open pages. */
interface HostEnv {
  CODE: { newFunction(code: string, name: string, ...parameters: string[]): (...given: unknown[]) => void };
}

interface App extends Record<string, unknown> {
  default: Required<Pick<ExportedHandler<HostEnv>, "fetch" | "scheduled">>;
}
type ObjectClass = new (state: DurableObjectState, env: HostEnv) => Record<string, (...given: unknown[]) => unknown>;

let app: App | undefined;
const objects = new Map<string, ReturnType<typeof followingObject>>();

function running(): App {
  if (!app) throw new Error("The Worker has no code yet.");
  return app;
}

/** `codePath` accepts new code by PUT; `packages` is what its `require` finds. */
export const hostWith = (codePath: string, packages: Record<string, () => unknown>) =>
  ({
    async fetch(request, env, context): Promise<Response> {
      if (request.method !== "PUT" || new URL(request.url).pathname !== codePath)
        return running().default.fetch(request, env, context);
      const code = await request.text();
      try {
        load(code, env, (name) => packages[name]?.());
        return new Response(null, { status: 204 });
      } catch (error) {
        return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
      }
    },
    scheduled: (controller, env, context) => running().default.scheduled(controller, env, context),
  }) satisfies ExportedHandler<HostEnv>;

function load(code: string, env: HostEnv, require: (name: string) => unknown): void {
  const module: { exports: Partial<App> } = { exports: {} };
  env.CODE.newFunction(code, "app.js", "module", "exports", "require")(module, module.exports, require);
  app = module.exports as App;
  for (const [name, following] of objects) giveMethods(following, app[name] as ObjectClass);
}

/** A Durable Object class that looks up its code at each call: what must last is in storage and attached to the sockets. */
export function followingObject(name: string) {
  const following = class extends DurableObject<HostEnv> {
    private made: { by: ObjectClass; object: InstanceType<ObjectClass> } | undefined;

    call(method: string, given: unknown[]): unknown {
      const by = running()[name] as ObjectClass;
      if (this.made?.by !== by) this.made = { by, object: new by(this.ctx, this.env) };
      return this.made.object[method]!(...given);
    }
  };
  objects.set(name, following);
  return following;
}

/** workerd only calls methods it finds on the class. */
function giveMethods(following: ReturnType<typeof followingObject>, followed: ObjectClass): void {
  for (
    let own: object = followed.prototype;
    own !== DurableObject.prototype;
    own = Object.getPrototypeOf(own) as object
  ) {
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(own))) {
      if (typeof value !== "function" || method === "constructor") continue;
      Object.defineProperty(following.prototype, method, {
        configurable: true,
        value(this: InstanceType<typeof following>, ...given: unknown[]) {
          return this.call(method, given);
        },
      });
    }
  }
}
