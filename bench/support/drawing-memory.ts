import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openChildSite } from './child-site.ts'
import { areWaiting, publishCopy } from './drawing-site.ts'

const LOOK_EVERY_MS = 500
const REST_MS = 60_000

/** Memory in bytes of a new server: idle, at its peak, and a minute after the last of `count` papers is drawn. */
export async function drawingMemory(folder: string, count: number) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.pdf'))
  const site = await openChildSite({ draws: true })
  try {
    const idle = site.memory()
    for (let at = 0; at < count; at++) {
      const bytes = readFileSync(join(folder, names[at % names.length] as string))
      await publishCopy(site, bytes, at + 1)
    }
    while (await areWaiting(site)) await pause(LOOK_EVERY_MS)
    const peak = site.peakMemory()
    await pause(REST_MS)
    return { idle, peak, after: site.memory() }
  } finally {
    await site.end()
  }
}
