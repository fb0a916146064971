// A whole client of the Pombi API, to copy into your own program: no package, in Node 22, Deno, Bun and browsers.
export interface Party { _id: string; name: string; username: string; image: string | null; phone: string | null }
export interface Booking { _id: string; job: string; status: string; appointmentDate: string; appointmentTime: string; client: Party; plumber: Party | null }
export interface Message { _id: string; sender: string; recipient: string; content: string; createdAt: string }
export type Frame = { type: "bookingUpdated"; booking: Booking } | { type: "newMessage"; message: Message } | { type: "error"; code: number; message: string };

/** Signs in, and gives what asks (`call`) and what listens (`listen`) in that person's name. */
export async function signIn(origin: string, email: string, password: string) {
  let token = "";
  /** Throws the API's own words. A POST whose answer gets lost is sent again under its key: it is done once. */
  async function call<Answer>(method: string, path: string, body?: object, key = crypto.randomUUID() as string): Promise<Answer> {
    const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}`, ...(method === "POST" && { "Idempotency-Key": key }) };
    const answer = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) }).catch(() => new Promise<null>((later) => setTimeout(later, 1000, null)));
    if (!answer) return call(method, path, body, key);
    const value = (await answer.json()) as Answer & { message: string };
    if (answer.ok) return value;
    throw new Error(value.message);
  }
  /** News of one's bookings and messages, until `close()`; ask for what came before. */
  async function listen(onFrame: (frame: Frame) => void) {
    const { ticket } = await call<{ ticket: string }>("POST", "/api/socket-ticket");
    const socket = new WebSocket(`${origin.replace(/^http/, "ws")}/sockets/feed?ticket=${ticket}`);
    socket.onmessage = ({ data }) => onFrame(JSON.parse(String(data)));
    await new Promise((resolve) => (socket.onopen = resolve));
    return socket;
  }
  const { user, ...signedIn } = await call<{ token: string; user: Party }>("POST", "/auth/login", { email, password });
  token = signedIn.token;
  return { user, call, listen };
}
/** The main job: books, writes to the plumber, waits until the job is completed, and reviews it. */
export async function book({ call, listen }: Awaited<ReturnType<typeof signIn>>, plumber: string, appointmentDate: string, appointmentTime: string) {
  let note = (_: Frame): unknown => null;
  const socket = await listen((frame) => note(frame));
  const booking = await call<Booking>("POST", "/api/bookings", { plumber, appointmentDate, appointmentTime });
  await call<Message>("POST", "/api/messages", { recipient: plumber, content: `It is about ${booking.job}: please ring twice.` });
  await new Promise<void>((completed) => (note = (frame) => frame.type === "bookingUpdated" && frame.booking._id === booking._id && frame.booking.status === "completed" && completed()));
  socket.close();
  return call<{ rating: number; comment: string }>("POST", `/api/bookings/${booking._id}/review`, { rating: 5, comment: "Quick and tidy." });
}
