import { PRICED_AS, type PricedService } from "../prices/usual-price";
import type { Problem } from "../search/problem";

/** What a request is for, by the problem that was searched for. A whole bathroom, say, is an installation without a usual price. */
export const serviceTypeFor = (problem: Problem): PricedService => PRICED_AS[problem] ?? "Installation";
