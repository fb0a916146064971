import { notFound } from "~/http/not-found";

export const loader = () => {
  throw notFound();
};

export const action = loader;

export default function NotFound() {
  return null;
}
