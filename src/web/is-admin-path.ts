/** The admin pages and the sign-in: pages without visitors, which need their scripts at once. */
export function isAdminPath(path: string): boolean {
  return /^\/(admin|login)(\/|$)/.test(path)
}
