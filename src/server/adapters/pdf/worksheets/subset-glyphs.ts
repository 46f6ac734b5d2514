/** The letters that a font of a PDF shows, as the bytes that its content has for them. */
export type Shown = ReadonlySet<string>

type Table = { tag: string; bytes: Buffer }
type Cmap = { platform: number; encoding: number; glyphs: ReadonlyMap<number, number> }

const [SIGNATURE, HEADER, ENTRY] = [0x00010000, 12, 16]
/** What PDFs have no use for: letters come as glyphs, in their places. */
const UNUSED = /^(?:GSUB|GPOS|GDEF|BASE|JSTF|MATH|kern|DSIG|hdmx|VDMX|LTSH|PCLT|EB\w\w|meta)$/
/** Of a glyph that is made of others. */
const [WORDS, SCALE, MORE, TWO_SCALES, MATRIX] = [0x01, 0x08, 0x20, 0x40, 0x80]

/** A TrueType font with only these glyphs, under the numbers that they have; null where it is not as it should be. */
export function subsetGlyphs(font: Uint8Array, ids: Iterable<number>): Uint8Array | null {
  try {
    const tables = tablesOf(font)
    const of = (tag: string) => tables.find((table) => table.tag === tag)?.bytes
    const [head, loca, glyf, count] = [of('head'), of('loca'), of('glyf'), of('maxp')?.readUInt16BE(4) ?? 0]
    if (!head || !loca || !glyf) return null
    const isLong = head.readInt16BE(50) === 1
    const begins = Array.from({ length: count + 1 }, (_, id) =>
      isLong ? loca.readUInt32BE(4 * id) : 2 * loca.readUInt16BE(2 * id),
    )
    if (begins.some((begin, id) => begin > (begins[id + 1] ?? glyf.length))) return null
    const glyphOf = (id: number) => glyf.subarray(begins[id], begins[id + 1])
    const kept = new Set([0])
    const open = [...ids]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (kept.has(id) || id >= count) continue
      kept.add(id)
      open.push(...partsOf(glyphOf(id)))
    }
    let length = 0
    const [outlines, places] = [[] as Buffer[], Buffer.alloc((isLong ? 4 : 2) * (count + 1))]
    for (let id = 0; id <= count; id++) {
      if (isLong) places.writeUInt32BE(length, 4 * id)
      else places.writeUInt16BE(length / 2, 2 * id)
      if (!kept.has(id) || id === count) continue
      const own = glyphOf(id)
      outlines.push(own, Buffer.alloc(own.length % 2))
      length += own.length + (own.length % 2)
    }
    const made: Record<string, Buffer> = { loca: places, glyf: Buffer.concat(outlines) }
    const advances = of('hmtx')
    // What is zero weighs next to nothing; the last one is that of all after it.
    if (advances) {
      const [blank, wide] = [Buffer.from(advances), (of('hhea')?.readUInt16BE(34) ?? 0) - 1]
      for (let id = 0; id < wide; id++) if (!kept.has(id)) blank.fill(0, 4 * id, 4 * id + 4)
      made.hmtx = blank
    }
    return write(
      tables
        .filter(({ tag }) => !UNUSED.test(tag))
        .map(({ tag, bytes }) => ({ tag, bytes: made[tag] ?? bytes })),
    )
  } catch {
    return null
  }
}

/**
 * The glyphs of letters that have one byte each, by the rules of every reader: some ask the font for a letter's Unicode,
 * some for its byte. Null where it is not certain which they are.
 */
export function glyphsOfBytes(
  font: Uint8Array,
  texts: Shown,
  encoding: 'windows-1252' | 'macintosh' | null,
): Set<number> | null {
  const glyphs = new Set<number>()
  const cmaps = cmapsOf(font)
  if (!cmaps) return null
  for (const code of new Set([...texts].flatMap((said) => [...Buffer.from(said, 'latin1')]))) {
    const letters = (['windows-1252', 'macintosh'] as const).map((known) => LETTERS[known][code] ?? 0)
    const said = encoding ? (LETTERS[encoding][code] ?? 0) : 0
    const [meant, bytes] = [
      [said, ...likeOf(said)],
      [code, 0xf000 + code, 0xf100 + code, 0xf200 + code],
    ]
    const mac = meant.flatMap((letter) => (letter ? LETTERS.macintosh.indexOf(letter) : []))
    let isSure = code <= 32
    for (const { platform, encoding: own, glyphs: known } of cmaps) {
      const isUnicode = platform === 0 || (platform === 3 && own !== 0)
      const sure = !encoding || (platform === 3 && own === 0) ? bytes : isUnicode ? meant : mac
      isSure ||= sure.some((key) => known.get(key))
      const keys = [...bytes, ...meant, ...mac, ...letters, ...letters.flatMap(likeOf), 0x20, 0x2d, 0x2022]
      for (const key of keys) glyphs.add(known.get(key) ?? 0)
    }
    if (!isSure) return null
  }
  return glyphs
}

const LETTERS = { 'windows-1252': lettersOf('windows-1252'), macintosh: lettersOf('macintosh') }
/** Letters with one name and two numbers: µ, macron, middle dot, Delta, Omega, fraction; and the two without a sign. */
const ALIKE = [
  '\u00b5\u03bc',
  '\u00af\u02c9',
  '\u00b7\u2219',
  '\u2206\u0394',
  '\u2126\u03a9',
  '\u2044\u2215',
].concat(['\u00a0 ', '\u00ad-'])

function lettersOf(encoding: string): number[] {
  const decoder = new TextDecoder(encoding)
  return Array.from({ length: 256 }, (_, code) => decoder.decode(Uint8Array.of(code)).codePointAt(0) ?? 0)
}

function likeOf(letter: number): number[] {
  const own = String.fromCodePoint(letter)
  return ALIKE.filter((pair) => pair.includes(own)).flatMap((pair) =>
    [...pair].map((each) => each.charCodeAt(0)),
  )
}

function tablesOf(font: Uint8Array): Table[] {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.byteLength)
  const version = bytes.readUInt32BE(0)
  if (version !== SIGNATURE && bytes.toString('latin1', 0, 4) !== 'true')
    throw new Error('It is no TrueType.')
  return Array.from({ length: bytes.readUInt16BE(4) }, (_, at) => {
    const entry = HEADER + ENTRY * at
    const [from, length] = [bytes.readUInt32BE(entry + 8), bytes.readUInt32BE(entry + 12)]
    return { tag: bytes.toString('latin1', entry, entry + 4), bytes: bytes.subarray(from, from + length) }
  })
}

function partsOf(glyph: Buffer): number[] {
  const parts: number[] = []
  if (glyph.length < 10 || glyph.readInt16BE(0) >= 0) return parts
  for (let [at, flags] = [10, MORE]; flags & MORE; ) {
    flags = glyph.readUInt16BE(at)
    parts.push(glyph.readUInt16BE(at + 2))
    at += 4 + (flags & WORDS ? 4 : 2) + (flags & MATRIX ? 8 : flags & TWO_SCALES ? 4 : flags & SCALE ? 2 : 0)
  }
  return parts
}

function write(tables: readonly Table[]): Uint8Array {
  const parts = tables.map(({ bytes }) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]))
  const head = Buffer.alloc(HEADER + ENTRY * tables.length)
  const power = Math.floor(Math.log2(tables.length))
  head.writeUInt32BE(SIGNATURE, 0)
  for (const [at, value] of [tables.length, 16 << power, power, 16 * tables.length - (16 << power)].entries())
    head.writeUInt16BE(value, 4 + 2 * at)
  let from = head.length
  for (const [at, part] of parts.entries()) {
    const entry = HEADER + ENTRY * at
    head.write(tables[at]?.tag ?? '', entry, 'latin1')
    let sum = 0
    for (let word = 0; word < part.length; word += 4) sum = (sum + part.readUInt32BE(word)) >>> 0
    for (const [place, value] of [sum, from, tables[at]?.bytes.length ?? 0].entries())
      head.writeUInt32BE(value, entry + 4 + 4 * place)
    from += part.length
  }
  return new Uint8Array(Buffer.concat([head, ...parts]))
}

/** Null where one is written in a way that is not read here. */
function cmapsOf(font: Uint8Array): Cmap[] | null {
  try {
    const cmap = tablesOf(font).find(({ tag }) => tag === 'cmap')?.bytes
    if (!cmap) return null
    return Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => {
      const entry = 4 + 8 * at
      const own = cmap.subarray(cmap.readUInt32BE(entry + 4))
      const [platform, encoding] = [cmap.readUInt16BE(entry), cmap.readUInt16BE(entry + 2)]
      return { platform, encoding, glyphs: new Map(READERS[own.readUInt16BE(0)]?.(own) ?? unknown()) }
    })
  } catch {
    return null
  }
}

function unknown(): never {
  throw new Error('This kind of table is not read.')
}

type Pair = readonly [key: number, glyph: number]
/** By the format of a table. */
const READERS: Record<number, (own: Buffer) => Pair[]> = {
  0: (own) => Array.from({ length: 256 }, (_, key): Pair => [key, own[6 + key] ?? 0]),
  4(own) {
    const segments = own.readUInt16BE(6) / 2
    const read = (column: number, at: number) =>
      own.readUInt16BE(14 + 2 * (column * segments + at) + (column > 0 ? 2 : 0))
    return Array.from({ length: segments }, (_, at) => {
      const [end, start, delta, range] = [read(0, at), read(1, at), read(2, at), read(3, at)]
      const place = 14 + 2 * (3 * segments + at) + 2 + range
      return Array.from({ length: Math.max(0, end - start + 1) }, (_, nth): Pair => {
        if (range === 0) return [start + nth, (start + nth + delta) & 0xffff]
        const glyph = place + 2 * nth + 2 <= own.length ? own.readUInt16BE(place + 2 * nth) : 0
        return [start + nth, glyph && (glyph + delta) & 0xffff]
      })
    }).flat()
  },
  6(own) {
    const [first, count] = [own.readUInt16BE(6), own.readUInt16BE(8)]
    return Array.from({ length: count }, (_, nth): Pair => [first + nth, own.readUInt16BE(10 + 2 * nth)])
  },
  12: (own) =>
    Array.from({ length: own.readUInt32BE(12) }, (_, at) => {
      const [start, end, glyph] = [0, 4, 8].map((more) => own.readUInt32BE(16 + 12 * at + more)) as [
        number,
        number,
        number,
      ]
      return Array.from(
        { length: Math.min(0x10000, end - start + 1) },
        (_, nth): Pair => [start + nth, glyph + nth],
      )
    }).flat(),
  // Which form of a letter to take, of those that another table has.
  14: () => [],
}
