import { isRouteErrorResponse } from 'react-router'
import { isTransient } from '#domain/files/upload-limits.ts'

/** The server gives up by then, too. */
const TIMEOUT_MS = 30_000

/** What `load` gives, or `instead` after a timeout or a passing failure; other errors, such as a 404, are thrown. */
export async function loadOrFallback<Data extends { failed: boolean }>(
  load: () => Promise<Data>,
  instead: () => Data,
): Promise<Data> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<Data>((resolve) => {
    timer = setTimeout(() => resolve(instead()), TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (error) {
    const passing = isRouteErrorResponse(error) ? isTransient(error.status) : error instanceof TypeError
    if (!passing) throw error
    return instead()
  } finally {
    clearTimeout(timer)
  }
}
