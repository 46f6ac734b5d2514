import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, type Header, type Pack, pack } from 'tar-stream'
import { ArchiveFault, MEMBER_LIMIT, type Member, sha256Of } from '#domain/archive/archive.ts'
import { syncFile } from './files/durable.ts'

/** Each member's SHA-256 is the extended attribute "user.sha256" of its header, which tar programs know. */
const DIGEST = 'SCHILY.xattr.user.sha256'

/** Writes members under a temporary name, for this account alone, and renames the file when it is whole.
 * Returns what the members return. Throws ArchiveFault when the name is taken. */
export async function writeTar<Result>(
  path: string,
  members: AsyncGenerator<Member, Result>,
): Promise<Result> {
  const isTaken = await access(path).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new ArchiveFault(`${path} is there already: name another file.`)
  const draft = `${path}.part`
  await rm(draft, { force: true })
  const packing = pack()
  const file = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
  const writing = pipeline(packing, file)
  try {
    await Promise.race([once(file, 'open'), writing])
    const result = await Promise.race([addAll(packing, members), writing.then(() => undefined as never)])
    packing.finalize()
    await writing
    await rename(draft, path)
    await syncFile(dirname(path))
    return result
  } catch (error) {
    packing.destroy()
    await writing.catch(() => {})
    await rm(draft, { force: true })
    throw error
  }
}

async function addAll<Result>(packing: Pack, members: AsyncGenerator<Member, Result>): Promise<Result> {
  while (true) {
    const { done, value } = await members.next()
    if (done) return value
    await add(packing, value)
  }
}

/** Waits for the disk: memory holds one member. */
function add(packing: Pack, { name, bytes, sha256 }: Member): Promise<void> {
  return new Promise((resolve, reject) => {
    const header = { name, size: bytes.length, mode: 0o600, pax: { [DIGEST]: sha256 } }
    packing.entry(header, (error) => (error ? reject(error) : resolve())).end(bytes)
  })
}

/** The members of a file, each checked by its digest; `onRead` hears how many bytes of the file are read. */
export async function* readTar(path: string, onRead: (bytes: number) => void): AsyncGenerator<Member> {
  const file = createReadStream(path)
  const extracting = extract()
  const reading = pipeline(file, extracting)
  reading.catch(() => {})
  let last = 'its beginning'
  try {
    for await (const entry of extracting) {
      const { header } = entry
      last = header.name
      // Before its bytes: of an altered archive they might not fit into memory.
      const digest = digestIn(header)
      const member = checked(header, digest, await buffer(entry as unknown as AsyncIterable<Uint8Array>))
      onRead(file.bytesRead)
      yield member
    }
  } catch (error) {
    throw describe(error, path, last)
  } finally {
    extracting.destroy()
    file.destroy()
  }
}

function digestIn({ name, size, pax }: Header): string {
  const digest = (pax as Record<string, string> | null | undefined)?.[DIGEST]
  if (!digest)
    throw new ArchiveFault(`${name} of the archive has no SHA-256: it was not written by npm run export.`)
  if (size > MEMBER_LIMIT) throw new ArchiveFault(`${name} of the archive is larger than any file of a site.`)
  return digest
}

function checked({ name }: Header, digest: string, bytes: Buffer): Member {
  const sha256 = sha256Of(bytes)
  if (sha256 !== digest)
    throw new ArchiveFault(
      `${name} of the archive is not as it was written: the archive is damaged. Copy it or export it again; nothing was changed.`,
    )
  return { name, bytes, sha256 }
}

function describe(error: unknown, path: string, last: string) {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof ArchiveFault) return error
  if (code === 'ENOENT' || code === 'EISDIR') return new ArchiveFault(`There is no archive at ${path}.`)
  if (message === 'Unexpected end of data')
    return new ArchiveFault(
      `The archive is cut off at ${last}. Copy it or export it again; nothing was changed.`,
    )
  if (/^(Invalid tar header|Invalid header|Header exceeds)/.test(message))
    return new ArchiveFault(
      `The archive is damaged after ${last}. Copy it or export it again; nothing was changed.`,
    )
  return error
}
