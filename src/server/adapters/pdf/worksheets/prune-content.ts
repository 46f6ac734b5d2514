// One interpreter of content streams: taken apart, its cases would have to share the state of all.
/** In the space of a page's content, y upwards. */
export type Rect = { left: number; bottom: number; right: number; top: number }
export type Matrix = readonly [number, number, number, number, number, number]

/** What content draws by name: an image fills the unit square, a form its box. */
export type Drawn = { kind: 'image' | 'form'; box: Rect; matrix: Matrix }

type Resources = {
  /** Null for a name that draws nothing, or something unknown. */
  drawnAt(name: string): Drawn | null
  /** Whether signs of a font reach far above or below their line. */
  isTall(font: string): boolean
}

/** Words that begin here, have no more letters and are alone go: what is covered could be selected still. */
export type Hidden = Rect & { letters: number }

type Pruned = {
  content: Uint8Array
  /** What is shown of each font: bytes of its letters. */
  fonts: Map<string, Set<string>>
  /** Names of what is drawn, and where. */
  drawn: Map<string, Rect>
  /** Whether words can be seen: those that recognition lays over a scan cannot. */
  hasWords: boolean
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
const UNIT: Rect = { left: 0, bottom: 0, right: 1, top: 1 }
/** Of the size of letters: words whose line is so far outside of an area are another line's; signs of tall fonts may be its. */
const [OUTSIDE, TALL] = [0.15, 3.2]
/** Of an inline image's data, which may have any bytes. */
const END_OF_IMAGE = /[\s]EI(?=[\s]|$)/g

type Token = { kind: 'number' | 'name' | 'other'; value: number | string; start: number; end: number }
type State = {
  ctm: Matrix
  font: string
  size: number
  /** As it was written last. */
  written: string
  leading: number
  rise: number
  mode: number
  width: number
}

/**
 * The content of a page without what is outside of `area`, and words whose lines are not in `lines`, so that nothing
 * else can be selected or weighs in the file.
 * What it is not sure of stays: it is clipped as well.
 */
export function pruneContent(
  bytes: Uint8Array,
  { area, lines = area }: { area: Rect; lines?: Rect },
  { drawnAt, isTall }: Resources,
  hidden: readonly Hidden[] = [],
): Pruned {
  const out = createOutput(bytes)
  const fonts: Pruned['fonts'] = new Map()
  const drawn = new Map<string, Rect>()
  let hasWords = false
  let state: State = {
    ...{ ctm: IDENTITY, font: '', size: 0, written: '', leading: 0, rise: 0, mode: 0, width: 0 },
  }
  const stack: State[] = []
  const tags: boolean[] = []
  let [line, path] = [IDENTITY, null as null | { start: number; box: Rect; clips: boolean }]
  /** Of the words since the last change of place: whether they stay, and whether their place is written. */
  let [words, isPlaced, isOpen] = [null as null | boolean, false, false]

  /** What is hidden where nothing follows it on its line. */
  let waiting: (() => void) | null = null

  const moveTo = (to: Matrix) => {
    waiting = null
    line = to
    words = null
    isPlaced = false
  }
  const nextLine = () => moveTo(times([1, 0, 0, 1, 0, -state.leading], line))
  const extend = (x: number, y: number) => {
    if (!path) return
    const [a, b, c, d, e, f] = state.ctm
    const [px, py] = [a * x + c * y + e, b * x + d * y + f]
    const { box } = path
    box.left = Math.min(box.left, px)
    box.right = Math.max(box.right, px)
    box.bottom = Math.min(box.bottom, py)
    box.top = Math.max(box.top, py)
  }
  const show = (shown: Token | undefined, write: () => void) => {
    const [, , , , x, y] = times(line, state.ctm)
    const strings = shown ? stringsIn(bytes, shown) : []
    const letters = strings.reduce((sum, { length }) => sum + length, 0)
    const isFirst = words === null && waiting === null
    if (isFirst && hidden.some((hole) => isIn(hole, x, y) && letters <= hole.letters)) {
      waiting = () => display(strings, write)
      return
    }
    waiting?.()
    waiting = null
    display(strings, write)
  }
  const display = (strings: readonly string[], write: () => void) => {
    words ??= touches(lines, reachOf(times(line, state.ctm), state, isTall(state.font)))
    if (!words) return
    const font = `/${state.font} ${state.size} Tf`
    if (state.written !== font) out.text(font)
    state.written = font
    if (!isPlaced) out.text(`${line.map(plain).join(' ')} Tm`)
    isPlaced = true
    if (state.font) fonts.set(state.font, new Set([...(fonts.get(state.font) ?? []), ...strings]))
    hasWords ||= state.mode !== 3
    write()
  }
  const draws = (name: string) => {
    const what = drawnAt(name)
    const box = what && boxOf(what.box, times(what.matrix, state.ctm))
    if (box && !touches(area, box)) return false
    drawn.set(name, box ?? area)
    return true
  }

  readContent(bytes, (operator, operands, start, end) => {
    const number = (at: number) => Number(operands[at]?.value ?? 0)
    const name = (at: number) => String(operands[at]?.value ?? '')
    const keep = () => out.slice(start, end)
    const [first, second] = operands
    switch (operator) {
      case 'q':
        stack.push({ ...state })
        return keep()
      case 'Q': {
        const before = stack.pop()
        if (!before) return
        state = before
        return keep()
      }
      case 'cm':
        state.ctm = times(matrixOf(operands), state.ctm)
        return keep()
      case 'BT':
        moveTo(IDENTITY)
        isOpen = true
        return keep()
      case 'ET':
        isOpen = false
        waiting = null
        return keep()
      case 'Tf':
        state.font = name(0)
        state.size = number(1)
        return
      case 'Tm':
        return moveTo(matrixOf(operands))
      case 'Td':
        return moveTo(times([1, 0, 0, 1, number(0), number(1)], line))
      case 'TD':
        state.leading = -number(1)
        out.text(`${plain(state.leading)} TL`)
        return moveTo(times([1, 0, 0, 1, number(0), number(1)], line))
      case 'T*':
        return nextLine()
      case 'TL':
        state.leading = number(0)
        return keep()
      case 'Ts':
        state.rise = number(0)
        return keep()
      case 'Tr':
        state.mode = number(0)
        return keep()
      case 'w':
        state.width = number(0)
        return keep()
      case 'Tj':
      case 'TJ':
        return show(first, keep)
      case "'":
        nextLine()
        return first && show(first, () => out.slice(first.start, first.end, ' Tj'))
      case '"':
        out.text(`${number(0)} Tw ${number(1)} Tc`)
        nextLine()
        return (
          operands[2] &&
          show(operands[2], () => out.slice(operands[2]?.start ?? 0, operands[2]?.end ?? 0, ' Tj'))
        )
      case 'm':
      case 'l':
      case 'c':
      case 'v':
      case 'y':
      case 're':
        path ??= { start, box: nowhere(), clips: false }
        if (operator === 're') {
          const [x, y, wide, high] = [number(0), number(1), number(2), number(3)]
          for (const [px, py] of [
            [x, y],
            [x + wide, y],
            [x, y + high],
            [x + wide, y + high],
          ] as const)
            extend(px, py)
        } else for (let at = 0; at + 1 < operands.length; at += 2) extend(number(at), number(at + 1))
        return
      case 'h':
        path ??= { start, box: nowhere(), clips: false }
        return
      case 'W':
      case 'W*':
        if (path) path.clips = true
        return
      case 'S':
      case 's':
      case 'f':
      case 'F':
      case 'f*':
      case 'B':
      case 'B*':
      case 'b':
      case 'b*':
      case 'n': {
        const done = path
        path = null
        if (!done) return
        const edge = (state.width * scaleOf(state.ctm)) / 2 + 1
        const isSeen = operator !== 'n' && touches(area, widen(done.box, edge))
        if (isSeen || done.clips) out.slice(done.start, end)
        return
      }
      case 'Do':
        if (draws(name(0))) keep()
        return
      case 'BI':
        if (touches(area, boxOf(UNIT, state.ctm))) keep()
        return
      case 'BMC':
      case 'BDC': {
        // What may be hidden, and what letters mean; the rest are places in a structure that stays behind.
        const isKept =
          operator === 'BDC' && (name(0) === 'OC' || (name(0) === 'Span' && second?.kind === 'other'))
        tags.push(isKept)
        return isKept ? keep() : undefined
      }
      case 'EMC':
        return tags.pop() ? keep() : undefined
      case 'MP':
      case 'DP':
        return
      default:
        return keep()
    }
  })
  if (isOpen) out.text('ET')
  for (const isKept of tags) if (isKept) out.text('EMC')
  for (const _ of stack) out.text('Q')
  return { content: out.bytes(), fonts, drawn, hasWords }
}

/** Where the line of letters that begin at a place may be: to the right of it, as far as they like. */
function reachOf(at: Matrix, { size, rise }: State, isTall: boolean): Rect {
  const letters = Math.abs(size) || 1
  const reach = (isTall ? TALL : OUTSIDE) * letters
  return boxOf({ left: -0.5 * letters, bottom: rise - reach, right: 1e5, top: rise + reach }, at)
}

function createOutput(source: Uint8Array) {
  let [buffer, length] = [Buffer.alloc(Math.min(source.length, 65_536) + 64), 0]
  const make = (room: number) => {
    if (length + room <= buffer.length) return
    const larger = Buffer.alloc(Math.max(buffer.length * 2, length + room))
    buffer.copy(larger, 0, 0, length)
    buffer = larger
  }
  function slice(start: number, end: number, after = '') {
    make(end - start + after.length + 1)
    buffer.set(source.subarray(start, end), length)
    length += end - start
    length += buffer.write(`${after}\n`, length, 'latin1')
  }
  function text(literal: string) {
    make(literal.length + 1)
    length += buffer.write(`${literal}\n`, length, 'latin1')
  }
  return { slice, text, bytes: () => new Uint8Array(buffer.subarray(0, length)) }
}

const SPACES = new Set([0, 9, 10, 12, 13, 32])
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'))
const [OPEN, CLOSE, LESS, MORE, OPEN_ARRAY, CLOSE_ARRAY, SLASH, PERCENT, BACKSLASH] = [
  ...Buffer.from('()<>[]/%\\'),
] as [number, number, number, number, number, number, number, number, number]
const NUMBER = /^[+-]*\d*\.?\d*(?:-\d*)?$/

/** Calls `take` for each operator with its operands; `start` is where the first of these begins. */
function readContent(
  bytes: Uint8Array,
  take: (operator: string, operands: Token[], start: number, end: number) => void,
) {
  let operands: Token[] = []
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (SPACES.has(byte)) {
      at++
      continue
    }
    if (byte === PERCENT) {
      while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
      continue
    }
    const start = at
    const from = operands[0]?.start ?? start
    if (byte === OPEN || byte === LESS || byte === OPEN_ARRAY) {
      at = endOfValue(bytes, at)
      operands.push({ kind: 'other', value: '', start, end: at })
      continue
    }
    at = endOfWord(bytes, byte === SLASH ? at + 1 : at)
    if (at === start) {
      at++
      continue
    }
    const word = Buffer.from(bytes.subarray(start, at)).toString('latin1')
    if (byte === SLASH) operands.push({ kind: 'name', value: nameOf(word.slice(1)), start, end: at })
    else if (NUMBER.test(word))
      operands.push({ kind: 'number', value: Number.parseFloat(word) || 0, start, end: at })
    else if (word === 'true' || word === 'false' || word === 'null')
      operands.push({ kind: 'other', value: word, start, end: at })
    else {
      if (word === 'BI') at = endOfImage(bytes, at)
      take(word, operands, from, at)
      operands = []
    }
  }
}

function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && !SPACES.has(bytes[at] ?? 0) && !DELIMITERS.has(bytes[at] ?? 0)) at++
  return at
}

/** After a string, an array or a dictionary with all that is in it. */
function endOfValue(bytes: Uint8Array, start: number): number {
  let [depth, at] = [0, start]
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === OPEN) at = endOfString(bytes, at)
    else if (byte === LESS && bytes[at + 1] !== LESS) {
      while (at < bytes.length && bytes[at] !== MORE) at++
      at++
    } else {
      if (byte === LESS || byte === OPEN_ARRAY) depth++
      if (byte === MORE || byte === CLOSE_ARRAY) depth--
      at += byte === LESS || byte === MORE ? 2 : 1
    }
    if (depth <= 0) break
  }
  return at
}

function endOfString(bytes: Uint8Array, start: number): number {
  let [depth, at] = [0, start]
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === BACKSLASH) at++
    else if (byte === OPEN) depth++
    else if (byte === CLOSE && --depth === 0) return at + 1
  }
  return at
}

/** After the "EI" that something follows which can be content. */
function endOfImage(bytes: Uint8Array, start: number): number {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  END_OF_IMAGE.lastIndex = text.indexOf('ID', start) + 2
  for (let found = END_OF_IMAGE.exec(text); found; found = END_OF_IMAGE.exec(text)) {
    const end = found.index + 3
    if (/^[\s\x20-\x7e]*$/.test(text.slice(end, end + 12))) return end
  }
  return bytes.length
}

function nameOf(written: string): string {
  return written.replace(/#([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
}

function matrixOf(operands: readonly Token[]): Matrix {
  const number = (at: number) => Number(operands[at]?.value ?? 0)
  return [number(0), number(1), number(2), number(3), number(4), number(5)]
}

/** First `one`, then `other`. */
export function times(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one
  const [g, h, i, j, k, l] = other
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

export function boxOf({ left, bottom, right, top }: Rect, [a, b, c, d, e, f]: Matrix): Rect {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const
  const [xs, ys] = [corners.map(([x, y]) => a * x + c * y + e), corners.map(([x, y]) => b * x + d * y + f)]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

function touches(one: Rect, other: Rect): boolean {
  return (
    one.left <= other.right && other.left <= one.right && one.bottom <= other.top && other.bottom <= one.top
  )
}

function isIn({ left, bottom, right, top }: Rect, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top
}

const ESCAPED: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
  '\r\n': '',
}

/** The bytes of a string or of an array of strings; with a line end in it as readers take it, and as it is written. */
function stringsIn(bytes: Uint8Array, { start, end }: Token): string[] {
  const written = (from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('latin1')
  const strings: string[] = []
  for (let at = start; at < end; ) {
    const from = at
    at = bytes[at] === OPEN || bytes[at] === LESS ? endOfValue(bytes, at) : at + 1
    const own = written(from + 1, at - 1)
    if (bytes[from] === LESS) {
      const hex = own.replace(/[^0-9a-f]/gi, '')
      strings.push(Buffer.from(`${hex}${hex.length % 2 ? '0' : ''}`, 'hex').toString('latin1'))
    } else if (bytes[from] === OPEN)
      for (const text of new Set([own, own.replace(/\r\n?/g, '\n')]))
        strings.push(
          text.replace(/\\(?:([0-7]{1,3})|(\r\n|.))/gs, (_, octal, sign) =>
            octal ? String.fromCharCode(Number.parseInt(octal, 8) & 255) : (ESCAPED[sign] ?? sign),
          ),
        )
  }
  return strings
}

function widen({ left, bottom, right, top }: Rect, by: number): Rect {
  return { left: left - by, bottom: bottom - by, right: right + by, top: top + by }
}

function nowhere(): Rect {
  return { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
}

function scaleOf([a, b, c, d]: Matrix): number {
  return Math.sqrt(Math.abs(a * d - b * c))
}

/** Without exponents, which content may not have. */
function plain(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(5).replace(/\.?0+$/, '')
}
