/** Whether the visitor saves data or is on a line that is slower than 3G: then nothing is fetched that was not asked for. */
export function isOnThinLine(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}
