export const loader = () => {
  throw new Response("Not found", { status: 404 });
};

export const action = loader;

export default function NotFound() {
  return null;
}
