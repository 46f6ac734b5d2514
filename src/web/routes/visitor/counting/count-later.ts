/** Addresses of counters that could not be reached, oldest first. */
const KEY = 'counts-to-send'
const MOST = 50

/** For when the line is back. */
export function countLater(address: string): void {
  write([...read(), address].slice(-MOST))
}

/** Each is noted off before it is sent: one whose answer is lost is not sent twice. */
export async function sendCounts(post: (address: string) => Promise<unknown>): Promise<void> {
  for (let [address, ...rest] = read(); address && navigator.onLine; [address, ...rest] = read()) {
    write(rest)
    await post(address).catch(() => {})
  }
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : []
  } catch {
    return []
  }
}

function write(addresses: string[]) {
  try {
    if (addresses.length > 0) localStorage.setItem(KEY, JSON.stringify(addresses))
    else localStorage.removeItem(KEY)
  } catch {
    // Not allowed: these are not counted.
  }
}
