/** Whether the browser says Save-Data or that its connection is slower than 3G: then nothing is fetched that was not asked for. */
export function isOnSlowConnection(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
