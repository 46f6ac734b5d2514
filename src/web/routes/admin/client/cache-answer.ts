import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Caches what a write was answered with; a read that was under way meanwhile, and may come after it, is cancelled. */
export async function cacheAnswer<Answer>(
  cache: QueryClient,
  queryKey: QueryKey,
  answer: Answer,
): Promise<void> {
  await cache.cancelQueries({ queryKey })
  cache.setQueryData(queryKey, answer)
}
