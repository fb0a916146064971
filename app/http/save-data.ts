/** Whether the browser asks for less data: no font of ours, no large photos (W11). */
export function savesData(request: Request): boolean {
  return request.headers.get("Save-Data") === "on";
}
