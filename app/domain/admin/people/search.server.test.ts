import { expect, test } from "vitest";
import { readSearch } from "./search.server";

test.each([
  ["Chipo O’Neill", { text: "chipo o'neill", phone: null, reference: null }],
  ["Renée Müller-Nuñez\u200b", { text: "renee muller-nunez", phone: null, reference: null }],
  ["PB\u20117K3QF2", { text: "pb-7k3qf2", phone: null, reference: "PB-7K3QF2" }],
  ["\u202a0772.123\u2011456\u202c", { text: "0772.123-456", phone: "+263772123456", reference: null }],
  ["+263 0772 12", { text: "+263 0772 12", phone: "+26377212", reference: null }],
  ["Tendai", { text: "tendai", phone: null, reference: "PB-TENDAI" }],
  ["  Moyo   Tendai ", { text: "moyo tendai", phone: null, reference: null }],
  ["PB-7K3QF2", { text: "pb-7k3qf2", phone: null, reference: "PB-7K3QF2" }],
  ["pb 7k3", { text: "pb 7k3", phone: null, reference: "PB-7K3" }],
  ["7k3qf2", { text: "7k3qf2", phone: null, reference: "PB-7K3QF2" }],
  ["0772 123 456", { text: "0772 123 456", phone: "+263772123456", reference: null }],
  ["+263 772", { text: "+263 772", phone: null, reference: null }],
  ["+263 7721", { text: "+263 7721", phone: "+2637721", reference: null }],
  ["00263772123456", { text: "00263772123456", phone: "+263772123456", reference: null }],
  ["077", { text: "077", phone: null, reference: null }],
  ["a@b.co", { text: "a@b.co", phone: null, reference: null }],
])("a search for '%s' is read", (given, search) => {
  expect(readSearch(given)).toMatchObject(search);
});

test.each([null, "", " ", "a", "  x "])("a search for '%s' is too short", (given) => {
  expect(readSearch(given)).toBeNull();
});

test("a search that is longer than any name is cut", () => {
  expect(readSearch("x".repeat(5000))?.text).toHaveLength(100);
});
