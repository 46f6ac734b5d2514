/** Whether the browser says Save-Data or that its connection is slower than 3G: then nothing is fetched that was not asked for. */
export function isOnSlowConnection(): boolean {
  return savesData() || /2g$/.test(connectionOf()?.effectiveType ?? '')
}

export function savesData(): boolean {
  return connectionOf()?.saveData === true
}

function connectionOf() {
  return (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection
}
