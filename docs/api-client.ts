// A whole client of the Pombi API, to copy into your own program: no package, in Node 22, Deno, Bun and browsers.
export interface Party {
  _id: string;
  name: string;
  username: string;
  image: string | null;
  phone: string | null;
}
export interface Booking {
  _id: string;
  job: string;
  status: string;
  appointmentDate: string;
  appointmentTime: string;
  client: Party;
  plumber: Party | null;
}
export interface Message {
  _id: string;
  sender: string;
  recipient: string;
  content: string;
  createdAt: string;
}
export type Frame =
  | { type: "bookingUpdated"; booking: Booking }
  | { type: "newMessage"; message: Message }
  | { type: "signedOut" }
  | { type: "error"; code: number; message: string };
/** Signs in, and gives what asks (`call`) and what listens (`listen`) in that person's name. */
export async function signIn(origin: string, email: string, password: string) {
  let token = "";
  /** Throws the API's own words and status. A POST whose answer gets lost is sent again under its key: it is done once. */
  async function call<Answer>(
    method: string,
    path: string,
    body?: object,
    key = crypto.randomUUID() as string,
  ): Promise<Answer> {
    const headers = {
      "Content-Type": "application/json",
      Authorization: `Bearer ${token}`,
      ...(method === "POST" && { "Idempotency-Key": key }),
    };
    const answer = await fetch(origin + path, { method, headers, body: body && JSON.stringify(body) }).catch(
      () => new Promise<null>((later) => setTimeout(later, 1000, null)),
    );
    if (!answer) return call(method, path, body, key);
    const value = (await answer.json()) as Answer & { message: string };
    return answer.ok ? value : Promise.reject(Object.assign(new Error(value.message), { status: answer.status }));
  }
  /** Calls `onFrame` with each frame, and with none after each opening: what came meanwhile has to be asked for; `ended` once it can't go on. Gives what ends it. */
  function listen(onFrame: (frame?: Frame) => void, ended: (why: string) => void = () => undefined): () => void {
    let socket: WebSocket | null = null;
    let isOver = false;
    const end = (why: string) => isOver || ((isOver = true), ended(why));
    const connect = async (): Promise<void> => {
      const { ticket } = await call<{ ticket: string }>("POST", "/api/socket-ticket");
      if (isOver) return;
      socket = new WebSocket(`${origin.replace(/^http/, "ws")}/sockets/feed?ticket=${ticket}`);
      socket.onopen = () => onFrame();
      socket.onmessage = ({ data }) => {
        const frame = JSON.parse(String(data)) as Frame;
        onFrame(frame);
        // The close that follows may take seconds.
        if (frame.type === "signedOut") end("Signed out.");
      };
      // 4401: signed out, 4404: not yours, 4409: displaced by 20 newer sockets. All else goes on with a new ticket.
      socket.onclose = ({ code, reason }) =>
        void ([4401, 4404, 4409].includes(code) ? end(reason) : isOver || setTimeout(again, 1000));
    };
    const again = () =>
      connect().catch(
        (error: Error & { status?: number }) =>
          void (error.status === 401 ? end(error.message) : isOver || setTimeout(again, 5000)),
      );
    void again();
    return () => void ((isOver = true), socket?.close());
  }
  const { user, ...signedIn } = await call<{ token: string; user: Party }>("POST", "/auth/login", { email, password });
  token = signedIn.token;
  return { user, call, listen };
}
/** The main job: books, writes to the plumber, waits until the job is completed, and reviews it. */
export async function book(
  { call, listen }: Awaited<ReturnType<typeof signIn>>,
  plumber: string,
  appointmentDate: string,
  appointmentTime: string,
) {
  const booking = await call<Booking>("POST", "/api/bookings", { plumber, appointmentDate, appointmentTime });
  await call<Message>("POST", "/api/messages", {
    recipient: plumber,
    content: `It is about ${booking.job}: please ring twice.`,
  });
  await new Promise<void>((resolve, reject) => {
    const isDone = () =>
      call<Booking>("GET", `/api/bookings/${booking._id}`).then(
        ({ status }) => status === "completed" && resolve(stop()),
        reject,
      );
    const stop = listen(
      () => void isDone(),
      (why) => reject(new Error(why)),
    );
  });
  return call<{ rating: number; comment: string }>("POST", `/api/bookings/${booking._id}/review`, {
    rating: 5,
    comment: "Quick and tidy.",
  });
}
