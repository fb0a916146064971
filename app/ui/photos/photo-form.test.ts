// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { createElement } from "react";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { choose, fakeCanvas, photoOf } from "../../../tests/support/fake-canvas";
import { fakeUploads } from "../../../tests/support/fake-upload";

vi.mock("@remix-run/react", () => import("../../../tests/support/fake-router"));
vi.resetModules();
afterAll(() => vi.resetModules());
const { router, resetRouter } = await import("../../../tests/support/fake-router");
const { PhotoForm } = await import("./photo-form");

afterEach(() => {
  cleanup();
  resetRouter();
  vi.unstubAllGlobals();
});

function openForm(isPaper = false) {
  const { drawn } = fakeCanvas({ width: 4000, height: 3000, sizes: { 0.75: 200_000, 0.6: 50_000 } });
  const sent = fakeUploads();
  const page = render(
    createElement(PhotoForm, { kinds: ["before", "after"], upload: "/photos/b1", uploadId: "own", isPaper }),
  );
  return {
    ...page,
    drawn,
    sent,
    choose: (...names: string[]) =>
      choose(page.container.querySelector("input[type=file]")!, ...names.map((name) => photoOf(400_000, name))),
    nextSent: (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count)),
    lines: () => [...page.container.querySelectorAll("li")].map(({ textContent }) => textContent),
  };
}

test("photos of a job are sent one after another, shrunk, for the page's user, each under an id of its own", async () => {
  const { choose, nextSent, sent, lines } = openForm();
  choose("one.jpg", "two.jpg");
  await nextSent(1);
  expect(lines()).toEqual(["one.jpg", "two.jpg"]);
  await act(() => sent[0]!.answer("{}"));
  await nextSent(2);
  expect([lines(), router.revalidate.mock.calls.length]).toEqual([["two.jpg"], 1]);
  await act(() => sent[1]!.answer("{}"));
  for (const { method, url, fields } of sent) {
    expect([method, url, fields["for"], fields["kind"]]).toEqual(["POST", "/photos/b1", "me", "after"]);
    expect(fields["photo"]).toMatchObject({ size: 50_000 });
  }
  expect(new Set(sent.map(({ fields }) => fields["uploadId"])).size).toBe(2);
  expect([lines(), router.revalidate.mock.calls.length]).toEqual([[], 2]);
});

test.each<{ what: string; isPaper: boolean; canvas: [number, number]; size: number }>([
  { what: "a paper, whose words stay legible,", isPaper: true, canvas: [1280, 960], size: 200_000 },
  { what: "any other photo", isPaper: false, canvas: [1024, 768], size: 50_000 },
])("$what is sent at its size", async ({ isPaper, canvas, size }) => {
  const { choose, nextSent, sent, drawn } = openForm(isPaper);
  choose("one.jpg");
  await nextSent(1);
  expect([drawn[0]!.canvas, (sent[0]!.fields["photo"] as File).size]).toEqual([canvas, size]);
});

test.each<{ what: string; status: number; answer: string | null; problem: string; canRepeat?: boolean }>([
  { what: "whose connection is lost", status: 0, answer: null, problem: "The connection was lost." },
  { what: "that finds the server busy", status: 429, answer: '{"problem":"Too many."}', problem: "Too many." },
  { what: "that meets a fault", status: 500, answer: "<p>Error</p>", problem: "The photo couldn't be added." },
  {
    what: "that is refused",
    status: 400,
    answer: '{"problem":"This is no photo."}',
    problem: "This is no photo.",
    canRepeat: false,
  },
])(
  "a photo $what says so, and is sent again under its id if that can help",
  async ({ status, answer, problem, canRepeat = true }) => {
    const { choose, nextSent, sent, lines, queryByText } = openForm();
    choose("one.jpg");
    await nextSent(1);
    await act(() => sent[0]!.answer(answer, status));
    expect([lines()[0], router.revalidate.mock.calls.length]).toEqual([expect.stringContaining(problem), 0]);
    const again = queryByText("Try again");
    expect(again !== null).toBe(canRepeat);
    if (!again) return;
    fireEvent.click(again);
    await nextSent(2);
    expect([sent[1]!.fields["uploadId"], lines()]).toEqual([sent[0]!.fields["uploadId"], ["one.jpg"]]);
  },
);

test("photos chosen later leave one that can be sent again where it is, and drop one that can't", async () => {
  const { choose, nextSent, sent, lines } = openForm();
  choose("lost.jpg", "refused.jpg");
  await nextSent(1);
  await act(() => sent[0]!.answer(null, 0));
  await nextSent(2);
  await act(() => sent[1]!.answer('{"problem":"This is no photo."}', 400));
  choose("later.jpg");
  await nextSent(3);
  expect(lines()).toEqual([expect.stringMatching(/^lost\.jpg/), "later.jpg"]);
});
