import { createTokenizer, type Dictionary } from './pdf-tokens.ts'

export type ActiveContent = 'JavaScript' | 'Launch' | 'SubmitForm' | 'ImportData' | 'RichMedia' | 'XFA'

/** Names that make a dictionary active: as /S of an action or as /Subtype of an annotation. */
const ACTIVE_NAMES = new Map<string | undefined, ActiveContent>([
  ['JavaScript', 'JavaScript'],
  ['Launch', 'Launch'],
  ['SubmitForm', 'SubmitForm'],
  ['ImportData', 'ImportData'],
  ['RichMedia', 'RichMedia'],
  ['RichMediaExecute', 'RichMedia'],
  ['Rendition', 'RichMedia'],
  ['Movie', 'RichMedia'],
  ['Screen', 'RichMedia'],
  ['3D', 'RichMedia'],
])

const OBJECT = Buffer.from(' obj\r\n')
const CR = 13

/**
 * Reads what PDFium writes when it saves a document, chunk by chunk, and finds active content in its objects. PDFium
 * writes every object that can be reached, decrypted and taken out of object streams, on one line after `12 0 obj`; it
 * escapes line ends in strings and names, so a CR always ends the object and nothing in a file can hide what follows.
 * `skipped` begins the stand-in data of streams that were not read; `seen` collects the numbers after it.
 */
export function createActiveContentScanner(skipped: Buffer) {
  const tokens = createTokenizer()
  const seen = new Set<number>()
  let found: ActiveContent | null = null
  let memory = Buffer.alloc(0)
  /** What has come and is not read yet: a few bytes between two chunks. */
  let rest = memory
  let state: 'between' | 'object' | 'stream' = 'between'

  /** Takes the next chunk; true when active content has been found and no more is needed. */
  function push(chunk: Uint8Array): boolean {
    append(chunk)
    let more = true
    while (more && !found) more = step()
    return found !== null
  }

  /** Into the same memory each time: a new buffer for each block made 50 MiB of garbage for a file of 50. */
  function append(chunk: Uint8Array) {
    const kept = rest
    const length = kept.length + chunk.length
    if (memory.length < length) memory = Buffer.alloc(2 * length)
    memory.set(kept)
    memory.set(chunk, kept.length)
    rest = memory.subarray(0, length)
  }

  function step(): boolean {
    if (state === 'between') return findObject()
    return state === 'object' ? readObject() : readStreamStart()
  }

  function findObject() {
    const at = rest.indexOf(OBJECT)
    if (at < 0) {
      rest = rest.subarray(Math.max(0, rest.length - OBJECT.length + 1))
      return false
    }
    rest = rest.subarray(at + OBJECT.length)
    tokens.begin()
    state = 'object'
    return true
  }

  function readObject() {
    const end = rest.indexOf(CR)
    const line = end < 0 ? rest : rest.subarray(0, end)
    for (const dictionary of tokens.read(line)) found ??= verdict(dictionary)
    rest = rest.subarray(line.length)
    if (end < 0) return false
    found ??= ACTIVE_NAMES.get(tokens.loneName()) ?? null
    state = 'stream'
    return true
  }

  function readStreamStart() {
    const needed = 2 + skipped.length + 4
    if (rest.length < needed) return false
    state = 'between'
    if (!rest.subarray(2, 2 + skipped.length).equals(skipped)) return true
    const type = tokens.lastDictionary()?.Type
    // Only a stream that PDFium itself calls something else than an object stream may stay unread.
    if (type !== 'ObjStm' && type !== '') seen.add(rest.readUInt32LE(2 + skipped.length))
    return true
  }

  return { push, seen, found: () => found }
}

/** An indirect /S shows as '' here; the name it points to is an object of its own and found there. */
function verdict(dictionary: Dictionary): ActiveContent | null {
  if ('XFA' in dictionary) return 'XFA'
  if ('JS' in dictionary && 'S' in dictionary) return 'JavaScript'
  return ACTIVE_NAMES.get(dictionary.S) ?? ACTIVE_NAMES.get(dictionary.Subtype) ?? null
}
