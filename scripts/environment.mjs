import { join } from 'node:path'

/** For a server. */
export const SERVER_FLAGS = [
  // After heavy load V8 takes what a request makes for objects that live long, and puts them among the old ones. From there
  // they keep all that they point to until the next full collection: a quarter of the time of a cached answer.
  '--no-allocation-site-pretenuring',
  // One thread for garbage and compiling for each processor but the first, and at least one; Node starts four. Where they
  // share the main thread's processor, it waits at each collection until all of them have had their turn.
  '--v8-pool-size=0',
]

/** Read by Node and glibc before the first line runs. */
export function environmentOf(root) {
  return {
    // Caches compiled code: half of every start.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    // Returns large blocks to the system when freed (docs/decisions/018-rendered-pages.md): glibc's own default, which
    // it would otherwise raise to the largest block seen.
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    // Two pools of small blocks for all threads, not one for each.
    MALLOC_ARENA_MAX: '2',
    // Files, compressed pages and pictures share these threads: with four, as Node has, pages wait for uploads' syncing.
    UV_THREADPOOL_SIZE: '8',
  }
}
