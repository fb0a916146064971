import { expect, test } from "vitest";
import { serviceTypeFor } from "../bookings/request-schemas";
import { PROBLEMS } from "../search/problem";
import { PRICED_AS, formatUsualPrice } from "./usual-price";

const price = (low: number, high: number, jobs = 14) => formatUsualPrice({ low, median: low, high, jobs });

test("a usual price is said in whole dollars, with how many jobs it is from", () => {
  expect(price(30_00, 60_00)).toBe("usually $30 to $60, from 14 jobs");
  expect(price(29_50, 1_249_49)).toBe("usually $30 to $1,249, from 14 jobs");
  expect(price(44_60, 45_40, 5)).toBe("usually $45, from 5 jobs");
  expect(price(20, 40)).toBe("usually $1, from 14 jobs");
});

test("a problem has the price of the service that is asked for; a whole bathroom is an installation without one", () => {
  expect(PROBLEMS.filter((problem) => PRICED_AS[problem] !== serviceTypeFor(problem))).toEqual([
    "bathroom",
    "kitchen",
    "pipes",
  ]);
  expect(serviceTypeFor("bathroom")).toBe("Installation");
});
