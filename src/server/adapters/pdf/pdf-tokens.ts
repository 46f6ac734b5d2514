/** The keys that decide; everything else in a dictionary is passed over. */
const KEYS: ReadonlySet<string> = new Set<keyof Dictionary>(['S', 'JS', 'XFA', 'Subtype', 'Type'])
/** PDFium nests no deeper than 64 when it reads; more than this is not what PDFium wrote. */
const MAX_DEPTH = 500
const MAX_NAME = 64

/** Value by key: a name as text, anything else as ''. */
export type Dictionary = { S?: string; JS?: string; XFA?: string; Subtype?: string; Type?: string }
type Level = { dictionary: Dictionary | null; key: string | null }
type Mode = 'plain' | 'name' | 'string' | 'escape' | 'less' | 'hex' | 'greater'

const [OPEN, CLOSE, LESS, GREATER, SLASH, BACKSLASH] = [...Buffer.from('()<>/\\')] as number[]
const [OPEN_ARRAY, CLOSE_ARRAY] = [...Buffer.from('[]')] as number[]
const NAME_ENDS = new Set(Buffer.from(' ()<>[]{}/%\t\n\f\r\0'))

/** Reads one object as PDFium writes it, in pieces, and gives out each dictionary as it closes. */
export function createTokenizer() {
  let mode: Mode = 'plain'
  let name = ''
  let depth = 0
  let levels: Level[] = []
  let closed: Dictionary[] = []
  let last: Dictionary | null = null
  let lone = ''

  function begin() {
    mode = 'plain'
    depth = 0
    levels = []
    last = null
    lone = ''
  }

  function read(bytes: Uint8Array): Dictionary[] {
    closed = []
    for (const byte of bytes) take(byte)
    return closed
  }

  function take(byte: number) {
    if (mode === 'string') {
      if (byte === BACKSLASH) mode = 'escape'
      else if (byte === OPEN) depth += 1
      else if (byte === CLOSE && --depth === 0) mode = 'plain'
    } else if (mode === 'escape') mode = 'string'
    else if (mode === 'hex') {
      if (byte === GREATER) mode = 'plain'
    } else if (mode === 'less') openOrHex(byte)
    else if (mode === 'greater') {
      mode = 'plain'
      if (byte === GREATER) close()
    } else if (mode === 'name' && !NAME_ENDS.has(byte)) {
      if (name.length < MAX_NAME) name += String.fromCharCode(byte)
    } else {
      if (mode === 'name') endName()
      takePlain(byte)
    }
  }

  function takePlain(byte: number) {
    mode = 'plain'
    if (byte === SLASH) {
      mode = 'name'
      name = ''
    } else if (byte === OPEN) {
      value('')
      depth = 1
      mode = 'string'
    } else if (byte === LESS) mode = 'less'
    else if (byte === GREATER) mode = 'greater'
    else if (byte === OPEN_ARRAY) open(null)
    else if (byte === CLOSE_ARRAY) levels.pop()
    else if (!NAME_ENDS.has(byte)) value('')
  }

  function openOrHex(byte: number) {
    if (byte === LESS) {
      mode = 'plain'
      open({})
    } else {
      value('')
      mode = byte === GREATER ? 'plain' : 'hex'
    }
  }

  function open(dictionary: Dictionary | null) {
    value('')
    if (levels.length >= MAX_DEPTH) throw new Error('nested too deeply')
    levels.push({ dictionary, key: null })
  }

  function close() {
    const dictionary = levels.pop()?.dictionary
    if (!dictionary) return
    closed.push(dictionary)
    last = dictionary
  }

  function endName() {
    const level = levels.at(-1)
    if (!level) lone = name
    else if (level.dictionary && level.key === null) level.key = name
    else value(name)
  }

  /** The first token of a value settles the key; the rest of it (`0 R`) finds no key waiting. */
  function value(text: string) {
    const level = levels.at(-1)
    if (!level?.dictionary || level.key === null) return
    if (KEYS.has(level.key)) level.dictionary[level.key as keyof Dictionary] = text
    level.key = null
  }

  /** The name that is the whole object, or ''. */
  function loneName() {
    if (mode === 'name') endName()
    mode = 'plain'
    return lone
  }

  return { begin, read, loneName, lastDictionary: () => last }
}
