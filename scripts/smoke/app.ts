/** A program that uses the API in one user's name. Every refusal is an Error that begins with its status. */
export function openApp(origin: string) {
  let token = "";
  async function answerTo<Answer>(
    method: string,
    path: string,
    body: BodyInit | undefined,
    type: Record<string, string>,
  ): Promise<Answer> {
    const answer = await fetch(origin + path, {
      method,
      body,
      headers: { ...type, ...(token && { Authorization: `Bearer ${token}` }) },
      signal: AbortSignal.timeout(30_000),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} to ${method} ${path}: ${text.slice(0, 200)}`);
    return (text === "" ? null : JSON.parse(text)) as Answer;
  }
  return {
    speakAs: (given: string) => void (token = given),
    ask: <Answer>(method: string, path: string, body?: object) =>
      answerTo<Answer>(method, path, body && JSON.stringify(body), body ? { "Content-Type": "application/json" } : {}),
    /** As a form with files. */
    send<Answer>(method: string, path: string, fields: Record<string, string | Blob>) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return answerTo<Answer>(method, path, form, {});
    },
  };
}
