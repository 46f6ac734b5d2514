import { join } from 'node:path'

/** What Node and glibc read before the first line runs: the server is started with it, whoever starts it. */
export function environmentOf(root) {
  return {
    // Half of every start: what was compiled once is kept.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    // What is large goes back to the system when it is freed (docs/decisions/018-drawn-pages.md). This is where glibc
    // begins; left to itself it raises the limit to the largest piece it has seen. Others do not read it.
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    // What is small stays in pools, two for all threads and not one for each.
    MALLOC_ARENA_MAX: '2',
  }
}
