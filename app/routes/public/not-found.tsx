import { notFound } from "~/http/responses";

export const loader = () => {
  throw notFound();
};

export const action = loader;

export default function NotFound() {
  return null;
}
