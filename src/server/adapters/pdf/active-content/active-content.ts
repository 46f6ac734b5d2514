import { createTokenizer, type Dictionary, type TextKey } from './pdf-tokens.ts'

/** Texts come without spaces, line ends and zero bytes. */

/** Extensions of files that are run when opened. */
const RUNS =
  /\.(?:exe|com|scr|pif|bat|cmd|msi|msp|mst|msc|cpl|dll|sys|lnk|url|scf|inf|reg|hta|chm|jse?|mjs|vbs?|vbe|wsf?|wsh|sct|ps1|psm1|ps1xml|psc1|jar|jnlp|class|sh|bash|command|app|apk|dmg|pkg|deb|rpm|run|bin|elf|gadget|application|appx|msix|xll|py|pyw|rb|pl|php|docm|xlsm|pptm|dotm|xlam|iso|img|vhdx?)$/i
const MOST_ROUNDS = 3
/** Programs of Linux, Java and macOS, and shortcuts of Windows. */
const PROGRAMS = ['7f454c46', 'cafebabe', 'cffaedfe', 'cefaedfe', 'feedfacf', 'feedface', '4c000000']

function isProgramName(name: string): boolean {
  // Windows drops dots at the end, and what follows a colon.
  return RUNS.test(name.replace(/:[^\\/]*$/, '').replace(/\.+$/, ''))
}

export function isProgram(start: Buffer): boolean {
  const text = start.toString('latin1')
  // A text table may begin with MZ, too, but holds no zero byte.
  if (text.startsWith('MZ')) return start.includes(0)
  return /^#!\s*\//.test(text) || PROGRAMS.includes(start.toString('hex', 0, 4))
}

/** Opening a path to another computer tells that computer who the reader is. */
export function isNetworkPath(path: string): boolean {
  const plain = decoded(withoutByteOrderMark(path))
  if (/^[\\/]{2}/.test(plain)) return true
  if (/^file:/i.test(plain))
    return !/^file:(?:[\\/](?![\\/])|[\\/]{3}(?![\\/])|\/\/localhost\/|[^\\/])/i.test(plain)
  return /^(?:https?|ftps?|sftp|smb|davs?|webdavs?|nfs):/i.test(plain)
}

export function isScriptAddress(address: string): boolean {
  return /^(?:javascript|vbscript):/i.test(decoded(withoutByteOrderMark(address)))
}

function withoutByteOrderMark(text: string) {
  return text.replace(/^(?:\xfe\xff|\xff\xfe|\xef\xbb\xbf)/, '')
}

/** Also decodes what was encoded twice; drops control characters as browsers do. */
function decoded(text: string): string {
  let plain = text
  for (let round = 0; round < MOST_ROUNDS && plain.includes('%'); round++) {
    plain = plain.replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
  }
  return plain.replace(/[\0-\x20]/g, '')
}

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

/** Active as /S of an action or as /Subtype of an annotation. */
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
const HEAD = 32
const CR = 13

/**
 * Finds active content in what PDFium writes when it saves: each object, decrypted and unpacked, on one line with its
 * line ends escaped, so a CR ends it. `skipped` begins the data of unread streams, whose numbers `seen` collects.
 */
export function createActiveContentScanner(skipped: Buffer) {
  const tokens = createTokenizer()
  const seen = new Set<number>()
  const strings = createStringObjects()
  let object = 0
  let embeds = false
  let collects = false
  let found: ActiveContent | null = null
  let memory = Buffer.alloc(0)
  let rest = memory
  let state: 'between' | 'object' | 'stream' = 'between'

  /** True when active content has been found and no more chunks are needed. */
  function push(chunk: Uint8Array): boolean {
    append(chunk)
    let more = true
    while (more && !found) more = step()
    return found !== null
  }

  /** Reuses its memory: a new buffer for each block made 50 MiB of garbage for a file of 50. */
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
      collects ||= 'Collection' in dictionary
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
    // Only a stream that PDFium surely does not call an object stream may stay unread.
    if (type !== 'ObjStm' && type !== '') seen.add(rest.readUInt32LE(2 + skipped.length))
    return true
  }

  return {
    ...{ push, seen, found: () => found ?? strings.found() },
    embeds: () => embeds,
    isPortfolio: () => embeds && collects,
  }
}

/** An indirect /S is '' here; the name that it refers to is an object of its own, found there. */
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

/** Indirect strings are checked when it is known what refers to them. */
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
      needed.getOrInsertComputed(as, () => new Set()).add(number)
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
