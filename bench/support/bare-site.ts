import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pinned } from './one-core.ts'

/** What a page weighs compressed, more or less. */
export const BODY_BYTES = 7 * 1024

/** What is possible here: node:http that sends so many bytes from memory under the headers of `like`. */
export async function openBareSite(like: string, bytes = BODY_BYTES, asked: Record<string, string> = {}) {
  const { headers } = await fetch(like, { headers: asked })
  const sent = [...headers].filter(
    ([name]) => !/^(date|connection|keep-alive|transfer-encoding|content-length)$/.test(name),
  )
  const child = fork(join(import.meta.dirname, 'bare-server.ts'), [], {
    ...pinned(),
    env: {
      ...process.env,
      BODY_BYTES: String(bytes),
      HEADERS: JSON.stringify(Object.fromEntries(sent)),
    },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    async end() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
