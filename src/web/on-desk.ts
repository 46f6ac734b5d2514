/** The desk and its door: pages without visitors, which need their scripts at once. */
export function isOnDesk(path: string): boolean {
  return /^\/(admin|login)(\/|$)/.test(path)
}
