export { findKeptQuestion, keepQuestion } from "./request-drafts.server";
