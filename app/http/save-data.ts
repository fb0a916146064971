/** Whether the browser asks for less data: no web font, no large photos (W11). */
export function savesData(request: Request): boolean {
  return request.headers.get("Save-Data") === "on";
}
