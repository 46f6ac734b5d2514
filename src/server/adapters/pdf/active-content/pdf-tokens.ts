const KEYS: ReadonlySet<string> = new Set(['S', 'JS', 'XFA', 'Subtype', 'Type', 'EF', 'Collection'])
const TEXT_KEYS = ['F', 'UF', 'DOS', 'Unix', 'Mac', 'URI', 'Base'] as const
/** PDFium reads at most 64 levels, so deeper nesting is not PDFium's own. */
const MAX_DEPTH = 500
const MAX_NAME = 64
/** In bytes; no system opens a path, and no browser an address, that is longer. */
const MAX_TEXT = 64 * 1024

export type TextKey = (typeof TEXT_KEYS)[number]
/** A name as text, any other value as ''. Texts lack spaces, line ends and zero bytes, so UTF-16 reads like ASCII. */
export type Dictionary = {
  S?: string
  JS?: string
  XFA?: string
  Subtype?: string
  Type?: string
  EF?: string
  Collection?: string
  texts: Partial<Record<TextKey, string>>
  /** Object numbers of indirect strings. */
  numbers: Partial<Record<TextKey, number>>
}
type NamedKey = Exclude<keyof Dictionary, 'texts' | 'numbers'>
type Level = { dictionary: Dictionary | null; key: string | null }
type Mode = 'plain' | 'name' | 'string' | 'escape' | 'less' | 'hex' | 'greater' | 'number'
/** The owner of the string or number being read; 'object' when it is the whole object. */
type Target = { dictionary: Dictionary; key: TextKey } | 'object' | null

const [OPEN, CLOSE, LESS, GREATER, SLASH, BACKSLASH] = [...Buffer.from('()<>/\\')] as number[]
const [OPEN_ARRAY, CLOSE_ARRAY] = [...Buffer.from('[]')] as number[]
const NAME_ENDS = new Set(Buffer.from(' ()<>[]{}/%\t\n\f\r\0'))
const [ZERO, NINE, SPACE] = [0x30, 0x39, 0x20]
const LINE_ENDS = new Set(Buffer.from('nr'))

/** Reads PDFium's output of one object in pieces; returns each dictionary as it closes. */
export function createTokenizer() {
  let mode: Mode = 'plain'
  let name = ''
  let depth = 0
  let levels: Level[] = []
  let closed: Dictionary[] = []
  let last: Dictionary | null = null
  let lone = ''
  let target: Target = null
  let text = ''
  let loneText = ''

  function begin() {
    mode = 'plain'
    depth = 0
    levels = []
    last = null
    lone = ''
    loneText = ''
  }

  function read(bytes: Uint8Array): Dictionary[] {
    closed = []
    for (const byte of bytes) take(byte)
    return closed
  }

  function take(byte: number) {
    if (mode === 'string') {
      if (byte === BACKSLASH) mode = 'escape'
      else if (byte === CLOSE && --depth === 0) endText(text)
      else {
        if (byte === OPEN) depth += 1
        addText(byte)
      }
    } else if (mode === 'escape') {
      mode = 'string'
      if (!LINE_ENDS.has(byte)) addText(byte)
    } else if (mode === 'hex') {
      if (byte === GREATER) endText(fromHex(text))
      else addText(byte)
    } else if (mode === 'less') openOrHex(byte)
    else if (mode === 'greater') {
      mode = 'plain'
      if (byte === GREATER) close()
    } else if (mode === 'name' && !NAME_ENDS.has(byte)) {
      if (name.length < MAX_NAME) name += String.fromCharCode(byte)
    } else if (mode === 'number' && !NAME_ENDS.has(byte)) addText(byte)
    else {
      if (mode === 'name') endName()
      if (mode === 'number') endNumber()
      takePlain(byte)
    }
  }

  function takePlain(byte: number) {
    mode = 'plain'
    if (byte === SLASH) {
      mode = 'name'
      name = ''
    } else if (byte === OPEN) {
      beginText()
      depth = 1
      mode = 'string'
    } else if (byte === LESS) mode = 'less'
    else if (byte === GREATER) mode = 'greater'
    else if (byte === OPEN_ARRAY) open(null)
    else if (byte === CLOSE_ARRAY) levels.pop()
    else if (!NAME_ENDS.has(byte)) beginPlain(byte)
  }

  /** A number at a text key may refer to the object that holds the text. */
  function beginPlain(byte: number) {
    beginText()
    if (byte < ZERO || byte > NINE || typeof target !== 'object' || !target) return
    mode = 'number'
    addText(byte)
  }

  function endNumber() {
    if (target && target !== 'object') target.dictionary.numbers[target.key] = Number(text)
    mode = 'plain'
  }

  function beginText() {
    const level = levels.at(-1)
    const key = level?.dictionary ? TEXT_KEYS.find((each) => each === level.key) : undefined
    target = level ? (level.dictionary && key ? { dictionary: level.dictionary, key } : null) : 'object'
    text = ''
    value('')
  }

  function addText(byte: number) {
    if (target && byte > SPACE && text.length < MAX_TEXT) text += String.fromCharCode(byte)
  }

  function endText(read: string) {
    mode = 'plain'
    if (target === 'object') loneText = read
    else if (target) target.dictionary.texts[target.key] = read
  }

  function openOrHex(byte: number) {
    if (byte === LESS) {
      mode = 'plain'
      open({ texts: {}, numbers: {} })
    } else {
      beginText()
      mode = 'hex'
      if (byte === GREATER) endText('')
      else addText(byte)
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

  /** The first token of a value ends its key; the rest of it (`0 R`) finds none. */
  function value(named: string) {
    const level = levels.at(-1)
    if (!level?.dictionary || level.key === null) return
    if (KEYS.has(level.key)) level.dictionary[level.key as NamedKey] = named
    level.key = null
  }

  function loneName() {
    if (mode === 'name') endName()
    mode = 'plain'
    return lone
  }

  return { begin, read, loneName, loneText: () => loneText, lastDictionary: () => last }
}

function fromHex(digits: string): string {
  const bytes = Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, 'hex')
  return Buffer.from(bytes.filter((byte) => byte > SPACE)).toString('latin1')
}
