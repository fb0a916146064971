/** Whether the user's browser asks for less: no font of ours, no large photos. */
export function savesData(request: Request): boolean {
  return request.headers.get("Save-Data") === "on";
}
