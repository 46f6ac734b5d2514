import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { STARTED } from '#tests/support/child-site.ts'
import type { SignedIn } from '#tests/support/site.ts'
import { SERVER_FLAGS } from '../../scripts/environment.mjs'
import { pinned } from './one-core.ts'
import { treeMemoryOf } from './process-memory.ts'

export type ChildSite = {
  origin: string
  pid: number
  admin: SignedIn
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** What it and all that it has started hold now, in bytes. */
  memory(): number
  end(): Promise<void>
}

/** The built site in a process of its own, which shares no event loop with its clients. */
export async function openChildSite({
  dataDir,
  counting,
  samples,
  renders,
  oneCore,
  env = {},
}: {
  dataDir?: string
  counting?: boolean
  samples?: boolean
  renders?: boolean
  oneCore?: boolean
  env?: Record<string, string>
} = {}) {
  const child = fork(join(import.meta.dirname, 'serve.ts'), [], {
    ...(oneCore ? pinned(SERVER_FLAGS) : { execArgv: SERVER_FLAGS }),
    // A log is written as on a real server, and read by nobody.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...STARTED,
      ...process.env,
      NODE_ENV: 'production',
      DATA_DIR: dataDir ?? '',
      RATES: counting ? 'raised' : '',
      SAMPLE_PAPERS: samples ? 'on' : 'off',
      DRAWS: renders ? 'on' : 'off',
      ...env,
    },
  })
  const [started] = (await once(child, 'message')) as [{ origin: string; admin: SignedIn }]
  const pid = child.pid as number
  const site: ChildSite = {
    ...started,
    pid,
    memory: () => treeMemoryOf(pid),
    fetch: (path, init) => fetch(new URL(path, started.origin), init),
    async end() {
      child.send('end')
      await once(child, 'exit')
    },
  }
  return site
}
