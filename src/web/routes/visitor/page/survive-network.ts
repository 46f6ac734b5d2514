import { isRouteErrorResponse } from 'react-router'
import { isPassing } from '#domain/files/upload-limits.ts'

/** How long an answer may take; the server itself gives up by then. */
const PATIENCE_MS = 30_000

/**
 * What a page loads, or, when the line or the server fails in passing or keeps silent, the same marked as failed: a
 * thin connection must not cost the reader the page. Other refusals, such as a 404, are thrown on.
 */
export async function survive<Data extends { failed: boolean }>(
  load: () => Promise<Data>,
  instead: () => Data,
): Promise<Data> {
  let impatience: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<Data>((resolve) => {
    impatience = setTimeout(() => resolve(instead()), PATIENCE_MS)
  })
  try {
    return await Promise.race([load(), silence])
  } catch (error) {
    const passing = isRouteErrorResponse(error) ? isPassing(error.status) : error instanceof TypeError
    if (!passing) throw error
    return instead()
  } finally {
    clearTimeout(impatience)
  }
}
