import { isRouteErrorResponse } from 'react-router'
import { isPassing } from '#domain/files/upload-limits.ts'

/**
 * What a list loads, or, when the line or the server fails in passing, the list marked as failed: a thin connection
 * must not cost the reader the page. Other refusals, such as a 404, are thrown on.
 */
export async function survive<Data extends { failed: boolean }>(
  load: () => Promise<Data>,
  instead: () => Data,
): Promise<Data> {
  try {
    return await load()
  } catch (error) {
    const passing = isRouteErrorResponse(error) ? isPassing(error.status) : error instanceof TypeError
    if (!passing) throw error
    return instead()
  }
}
