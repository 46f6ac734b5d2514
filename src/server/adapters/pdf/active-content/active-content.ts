import { isNetworkPath, isProgramName, isScriptAddress } from './file-threats.ts'
import { createTokenizer, type Dictionary, type TextKey } from './pdf-tokens.ts'

export type ActiveContent =
  | 'JavaScript'
  | 'Launch'
  | 'SubmitForm'
  | 'ImportData'
  | 'RichMedia'
  | 'XFA'
  | 'GoToE'
  | 'RemoteFile'
  | 'ScriptAddress'
  | 'Program'

/** Names that make a dictionary active: as /S of an action or as /Subtype of an annotation. */
export const ACTIVE_NAMES = new Map<string | undefined, ActiveContent>([
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
  ['GoToE', 'GoToE'],
])
const PATHS: TextKey[] = ['F', 'UF', 'DOS', 'Unix', 'Mac']
const ADDRESSES: TextKey[] = ['URI', 'Base']

const OBJECT = Buffer.from(' obj\r\n')
/** Longer than an object's number and what follows it. */
const HEAD = 32
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
  const strings = createStringObjects()
  let object = 0
  let embeds = false
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
      rest = rest.subarray(Math.max(0, rest.length - HEAD))
      return false
    }
    object = Number(/(\d+) \d+$/.exec(rest.toString('latin1', Math.max(0, at - HEAD), at))?.[1])
    rest = rest.subarray(at + OBJECT.length)
    tokens.begin()
    state = 'object'
    return true
  }

  function readObject() {
    const end = rest.indexOf(CR)
    const line = end < 0 ? rest : rest.subarray(0, end)
    for (const dictionary of tokens.read(line)) {
      found ??= verdict(dictionary)
      strings.need(dictionary)
      embeds ||= 'EF' in dictionary
    }
    rest = rest.subarray(line.length)
    if (end < 0) return false
    found ??= ACTIVE_NAMES.get(tokens.loneName()) ?? null
    strings.keep(object, tokens.loneText())
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

  return { push, seen, found: () => found ?? strings.found(), embeds: () => embeds }
}

/** An indirect /S shows as '' here; the name it points to is an object of its own and found there. */
function verdict(dictionary: Dictionary): ActiveContent | null {
  if ('XFA' in dictionary) return 'XFA'
  if ('JS' in dictionary && 'S' in dictionary) return 'JavaScript'
  const named = ACTIVE_NAMES.get(dictionary.S) ?? ACTIVE_NAMES.get(dictionary.Subtype)
  if (named) return named
  const { texts } = dictionary
  if (ADDRESSES.some((key) => isScriptAddress(texts[key] ?? ''))) return 'ScriptAddress'
  if ('EF' in dictionary) return PATHS.some((key) => isProgramName(texts[key] ?? '')) ? 'Program' : null
  return PATHS.some((key) => isNetworkPath(texts[key] ?? '')) ? 'RemoteFile' : null
}

/** Strings that are objects of their own are judged when it is known what refers to them. */
function createStringObjects() {
  const suspects = new Map<number, string>()
  const needed = new Map<ActiveContent, Set<number>>()
  const tests: [ActiveContent, (text: string) => boolean][] = [
    ['ScriptAddress', isScriptAddress],
    ['RemoteFile', isNetworkPath],
    ['Program', isProgramName],
  ]

  function need(dictionary: Dictionary) {
    const asPath = 'EF' in dictionary ? 'Program' : 'RemoteFile'
    for (const key of [...PATHS, ...ADDRESSES]) {
      const number = dictionary.numbers[key]
      if (number === undefined) continue
      const as = ADDRESSES.includes(key) ? 'ScriptAddress' : asPath
      needed.set(as, (needed.get(as) ?? new Set()).add(number))
    }
  }

  function keep(number: number, text: string) {
    if (text && tests.some(([, isOne]) => isOne(text))) suspects.set(number, text)
  }

  function found(): ActiveContent | null {
    for (const [number, text] of suspects) {
      for (const [kind, isOne] of tests) if (needed.get(kind)?.has(number) && isOne(text)) return kind
    }
    return null
  }

  return { need, keep, found }
}
