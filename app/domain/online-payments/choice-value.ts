import type { PaymentChoice } from "./payable";

/** What can be paid as its form field has it: `deposit 3000`. */
export const choiceValue = ({ purpose, amount }: PaymentChoice) => `${purpose} ${amount}`;
