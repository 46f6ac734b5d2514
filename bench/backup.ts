/** Megabytes that a second of one core encrypts into a place and decrypts from it: 10,000 papers of 100 KB, and one file of 1 GB. */
import { randomBytes } from 'node:crypto'
import type { BackupTarget } from '#server/backup/backup-target.ts'
import { openEncrypted } from '#server/backup/encrypted-target.ts'

const paper = randomBytes(100_000)
let last: Uint8Array[] = []
/** Keeps one object, so that neither a disk nor its cache is measured. */
const place: BackupTarget = {
  name: 'memory',
  async prepare() {},
  async *list() {},
  async put(_name, bytes) {
    last = await Array.fromAsync(bytes)
  },
  read: async () => parts(last),
  async remove() {},
  close() {},
}
const target = openEncrypted(place, 'not of any backup')
await target.prepare({ create: true })

async function* parts(chunks: Iterable<Uint8Array>) {
  yield* chunks
}

async function measure(what: string, megabytes: number, work: () => Promise<void>) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  const perSecond = Math.round(megabytes / ((user + system) / 1e6))
  console.log(`${what.padEnd(34)} ${perSecond.toLocaleString('en-IN').padStart(6)} MB a second of a core`)
}

async function readAll(name: string) {
  for await (const _ of (await target.read(name)) ?? []);
}

await measure('10,000 papers of 100 KB encrypted', 1_000, async () => {
  for (let at = 0; at < 10_000; at++) await target.put('paper', parts([paper]))
})
await measure('10,000 papers decrypted', 1_000, async () => {
  for (let at = 0; at < 10_000; at++) await readAll('paper')
})
const file = Array.from({ length: 16_000 }, (_, at) => paper.subarray(at % 1_000, (at % 1_000) + 62_500))
await measure('one file of 1 GB encrypted', 1_000, () => target.put('file', parts(file)))
await measure('one file of 1 GB decrypted', 1_000, () => readAll('file'))
