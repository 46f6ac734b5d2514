import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  type ScryptOptions,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { WrongBytes } from '#domain/file-checks/hashed-bytes.server.ts'
import { BackupFault, type BackupTarget } from './backup-target.ts'
import { listBackups } from './manifest.ts'

/*
 * An encrypted object: a header, then chunks of 64 KiB under AES-256-GCM, each followed by its tag. A chunk's nonce counts,
 * and says of the last one that it is the last; the object's own key is derived from its salt and its name. So a changed
 * byte, another order, an end that is cut off and an object under another's name are all noticed.
 *
 *   magic 8 | scrypt: log2 N 1, r 1, p 1, salt 16 | check of the passphrase 16 | salt of the object 16
 */
const MAGIC = Buffer.from('THERVUE1')
const OWN_SALT_BYTES = 16
const KEY_HEADER_BYTES = MAGIC.length + 3 + 16 + 16
const HEADER_BYTES = KEY_HEADER_BYTES + OWN_SALT_BYTES
const CHUNK_BYTES = 64 * 2 ** 10
const TAG_BYTES = 16
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES
/** 128 MiB and a third of a second for each guess. */
const COST = { log2N: 17, r: 8, p: 1 }
/** What a header may ask for: a damaged one must not take all memory. */
const MOST = { log2N: 20, r: 16, p: 4 }

type Key = { header: Buffer; master: Buffer }

/** Encrypts what is kept at a place and decrypts what is read from it; names and the order of backups stay readable. */
export function openEncrypted(place: BackupTarget, passphrase: string, cost = COST): BackupTarget {
  let found: Promise<Key> | null = null
  const key = () => {
    found ??= findKey(place, passphrase, cost)
    found.catch(() => {
      found = null
    })
    return found
  }
  return {
    ...place,

    async prepare(options) {
      await place.prepare(options)
      await key()
    },

    async *list(prefix) {
      for await (const { name, size } of place.list(prefix)) yield { name, size: plainSize(size) }
    },

    async put(name, bytes) {
      await place.put(name, encrypt(bytes, await key(), name))
    },

    async read(name) {
      const itsKey = await key()
      const bytes = await place.read(name)
      return bytes && decrypt(bytes, itsKey, name)
    },
  }
}

/** Of the last backup there whose beginning says so; null where none is encrypted. */
export async function findEncryption(place: BackupTarget): Promise<Buffer | null> {
  for await (const header of headersAt(place)) return header
  return null
}

async function* headersAt(place: BackupTarget): AsyncIterable<Buffer> {
  for (const { object } of await listBackups(place)) {
    const bytes = await place.read(object)
    const { head, rest } = bytes
      ? await split(bytes, KEY_HEADER_BYTES)
      : { head: Buffer.alloc(0), rest: null }
    await rest?.return?.()
    if (isHeader(head)) yield head
  }
}

/** The key of the backups that are there, or a new one where there is none. Throws BackupFault for a wrong passphrase. */
async function findKey(place: BackupTarget, passphrase: string, { log2N, r, p }: typeof COST): Promise<Key> {
  const tried = new Set<string>()
  for await (const header of headersAt(place)) {
    const known = header.toString('hex')
    if (tried.has(known)) continue
    tried.add(known)
    const { key, check } = await derive(passphrase, header)
    if (timingSafeEqual(check, header.subarray(-check.length))) return key
  }
  if (tried.size > 0) throw new BackupFault(`The passphrase is not that of the backups in ${place.name}.`)
  if ((await listBackups(place)).length > 0)
    throw new BackupFault(
      `The backups in ${place.name} are not encrypted: name a place of its own for those that are.`,
    )
  const header = Buffer.concat([MAGIC, Buffer.from([log2N, r, p]), randomBytes(16), Buffer.alloc(16)])
  const { key, check } = await derive(passphrase, header)
  check.copy(header, KEY_HEADER_BYTES - check.length)
  return key
}

function isHeader(bytes: Buffer) {
  if (bytes.length < KEY_HEADER_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) return false
  const { log2N, r, p } = costIn(bytes)
  const isWithin = (value: number, most: number) => value >= 1 && value <= most
  return isWithin(log2N, MOST.log2N) && isWithin(r, MOST.r) && isWithin(p, MOST.p)
}

function costIn(header: Buffer) {
  const [log2N = 0, r = 0, p = 0] = header.subarray(MAGIC.length)
  return { log2N, r, p }
}

async function derive(passphrase: string, header: Buffer): Promise<{ key: Key; check: Buffer }> {
  const { log2N, r, p } = costIn(header)
  const salt = header.subarray(MAGIC.length + 3, MAGIC.length + 3 + 16)
  const options: ScryptOptions = { N: 2 ** log2N, r, p, maxmem: 2 ** log2N * r * 128 + 64 * 2 ** 20 }
  const derived = await new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 48, options, (error, made) =>
      error ? reject(error) : resolve(made),
    ),
  )
  return { key: { header, master: derived.subarray(0, 32) }, check: derived.subarray(32) }
}

function objectKey({ master }: Key, salt: Uint8Array, name: string) {
  return Buffer.from(hkdfSync('sha256', master, salt, `thervu backup ${name}`, 32))
}

function nonce(count: number, isLast: boolean) {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(count, 5, 6)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

async function* encrypt(bytes: AsyncIterable<Uint8Array>, key: Key, name: string): AsyncIterable<Uint8Array> {
  const salt = randomBytes(OWN_SALT_BYTES)
  yield Buffer.concat([key.header, salt])
  const own = objectKey(key, salt, name)
  let count = 0
  for await (const { chunk, isLast } of chunksOf(bytes, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', own, nonce(count++, isLast))
    yield cipher.update(chunk)
    cipher.final()
    yield cipher.getAuthTag()
  }
}

/** Throws WrongBytes as soon as a chunk is not what was written, and at an end that is not the end. */
async function* decrypt(bytes: AsyncIterable<Uint8Array>, key: Key, name: string): AsyncIterable<Uint8Array> {
  const { head, rest } = await split(bytes, HEADER_BYTES)
  try {
    if (!head.subarray(0, KEY_HEADER_BYTES).equals(key.header)) throw new WrongBytes(`not encrypted: ${name}`)
    const own = objectKey(key, head.subarray(KEY_HEADER_BYTES), name)
    let count = 0
    for await (const { chunk, isLast } of chunksOf(rest, SEALED_BYTES)) {
      const cut = chunk.length - TAG_BYTES
      if (cut < 0) throw new WrongBytes(`not all of ${name}`)
      const decipher = createDecipheriv('aes-256-gcm', own, nonce(count++, isLast))
      decipher.setAuthTag(chunk.subarray(cut))
      const plain = decipher.update(chunk.subarray(0, cut))
      try {
        decipher.final()
      } catch {
        throw new WrongBytes(`not what was encrypted as ${name}`)
      }
      yield plain
    }
  } finally {
    await rest.return?.()
  }
}

/** Of what is encrypted in so many bytes; -1 where that cannot be. */
function plainSize(size: number): number {
  const sealed = size - HEADER_BYTES
  return sealed < TAG_BYTES ? -1 : sealed - Math.ceil(sealed / SEALED_BYTES) * TAG_BYTES
}

/** Full chunks and a last one, which may be shorter or empty. A chunk's bytes are good until the next is asked for. */
async function* chunksOf(bytes: AsyncIterable<Uint8Array>, size: number) {
  const held = Buffer.allocUnsafe(size)
  let length = 0
  for await (const part of bytes) {
    for (let at = 0; at < part.byteLength; ) {
      if (length === size) {
        yield { chunk: held, isLast: false }
        length = 0
      }
      const end = Math.min(part.byteLength, at + size - length)
      held.set(part.subarray(at, end), length)
      length += end - at
      at = end
    }
  }
  yield { chunk: held.subarray(0, length), isLast: true }
}

/** The first bytes, fewer where there are no more, and what follows them, which must be read or returned. */
async function split(bytes: AsyncIterable<Uint8Array>, size: number) {
  const source = bytes[Symbol.asyncIterator]()
  let head = Buffer.alloc(0)
  while (head.length < size) {
    const { value, done } = await source.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const first = head.subarray(size)
  async function* follow(): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield first
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value
    } finally {
      await source.return?.()
    }
  }
  return { head: head.subarray(0, size), rest: follow() }
}
