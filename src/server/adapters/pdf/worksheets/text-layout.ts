import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type PDFContext, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import { Blob, Face, Font, Buffer as Letters, shape } from 'harfbuzzjs'
import { subsetGlyphs } from './subset-glyphs.ts'

/** The site's own letters, in three scripts and two weights: sets lines of text in a PDF with embedded fonts. */
export type TextLayout = {
  line(text: string, style: Style): Line
  /** The fonts of all lines that were written, with only the letters that these have. */
  embed(context: PDFContext): Record<string, PDFRef>
}

/** `size` in points. */
type Style = { size: number; isBold?: boolean }
/** `width` in points; what content writes it from a place on. */
type Line = { width: number; at(x: number, y: number): string }

type Script = 'Latin' | 'Tamil' | 'Devanagari'
type Weight = '400Regular' | '600SemiBold'
type Glyph = { id: number; x: number; y: number; advance: number }
type Shaped = { face: OwnFont; text: string; glyphs: Glyph[]; width: number }

const SCRIPTS: [Script, RegExp][] = [
  ['Tamil', /\p{Script=Tamil}/u],
  ['Devanagari', /\p{Script=Devanagari}/u],
]
const { resolve } = createRequire(import.meta.url)

export function createTextLayout(): TextLayout {
  const fonts = new Map<string, OwnFont>()
  const fontOf = (script: Script, weight: Weight) => {
    const key = `${script} ${weight}`
    return fonts.getOrInsertComputed(key, () => openFont(script, weight, `L${fonts.size}`))
  }

  function line(text: string, { size, isBold = false }: Style): Line {
    const weight = isBold ? '600SemiBold' : '400Regular'
    const runs = runsOf(text).map(({ script, said }) => shapeRun(fontOf(script, weight), said))
    const width = runs.reduce((sum, run) => sum + run.width, 0) * size
    return {
      width,
      at(x, y) {
        let from = x
        const written = runs.map((run) => {
          const begin = from
          from += run.width * size
          return write(run, { size, x: begin, y })
        })
        return `BT ${written.join('\n')} ET\n`
      },
    }
  }

  function embed(context: PDFContext) {
    const used = [...fonts.values()].filter(({ texts }) => texts.size > 0)
    return Object.fromEntries(
      used.map((font) => [
        font.name,
        embedFont(context, font, subsetGlyphs(font.bytes, font.texts.keys()) ?? font.bytes),
      ]),
    )
  }

  return { line, embed }
}

type OwnFont = {
  name: string
  script: Script
  bytes: Uint8Array
  font: Font
  unitsPerEm: number
  /** What each glyph that was written says. */
  texts: Map<number, string>
  advances: Map<number, number>
}

function openFont(script: Script, weight: Weight, name: string): OwnFont {
  const path = resolve(
    `@expo-google-fonts/anek-${script.toLowerCase()}/${weight}/Anek${script}_${weight}.ttf`,
  )
  const bytes = new Uint8Array(readFileSync(path))
  const face = new Face(new Blob(bytes))
  return {
    name,
    script,
    bytes,
    font: new Font(face),
    unitsPerEm: face.upem,
    texts: new Map(),
    advances: new Map(),
  }
}

/** Signs that belong to no script stay with what is before them. */
function runsOf(text: string): { script: Script; said: string }[] {
  const runs: { script: Script; said: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const own = SCRIPTS.find(([, letters]) => letters.test(letter))?.[0]
    const last = runs.at(-1)
    const script = own ?? (/[\p{L}\p{N}]/u.test(letter) ? 'Latin' : (last?.script ?? 'Latin'))
    if (last?.script === script) last.said += letter
    else runs.push({ script, said: letter })
  }
  return runs
}

function shapeRun(face: OwnFont, text: string): Shaped {
  const buffer = new Letters()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  shape(face.font, buffer)
  const em = face.unitsPerEm
  const [infos, positions] = [buffer.getGlyphInfos(), buffer.getGlyphPositions()]
  // A letter that the font lacks has no sign rather than an empty box.
  const glyphs = infos.flatMap(({ codepoint: id }, at) => {
    const place = positions[at]
    if (id === 0 || !place) return []
    return [{ id, x: place.xOffset / em, y: place.yOffset / em, advance: place.xAdvance / em }]
  })
  const begins = infos.map(({ cluster }) => cluster)
  for (const [at, { codepoint, cluster }] of infos.entries()) {
    const next = begins.find((begin) => begin > cluster) ?? text.length
    if (codepoint !== 0 && begins.indexOf(cluster) === at && !face.texts.has(codepoint))
      face.texts.set(codepoint, text.slice(cluster, next))
    else if (codepoint !== 0 && !face.texts.has(codepoint)) face.texts.set(codepoint, '')
    const advance = positions[at]?.xAdvance ?? 0
    if (!face.advances.has(codepoint)) face.advances.set(codepoint, advance / em)
  }
  return { face, text, glyphs, width: glyphs.reduce((sum, { advance }) => sum + advance, 0) }
}

/** Each glyph where it was shaped to; those that follow each other as their widths say are one string. */
function write(
  { face, text, glyphs }: Shaped,
  { size, x, y }: { size: number; x: number; y: number },
): string {
  const parts: string[] = []
  let [pen, drawn, open] = [0, Number.NaN, '']
  const close = () => {
    if (open) parts.push(`<${open}> Tj`)
    open = ''
  }
  for (const { id, x: aside, y: up, advance } of glyphs) {
    const left = pen + aside
    if (up !== 0 || !(Math.abs(left - drawn) <= 0.0005)) {
      close()
      parts.push(`1 0 0 1 ${(x + left * size).toFixed(3)} ${(y + up * size).toFixed(3)} Tm`)
    }
    open += id.toString(16).padStart(4, '0')
    drawn = up === 0 ? left + (face.advances.get(id) ?? advance) : Number.NaN
    pen += advance
  }
  close()
  const said = PDFHexString.fromText(text).toString()
  return `/Span <</ActualText ${said}>> BDC /${face.name} ${size} Tf ${parts.join(' ')} EMC`
}

function embedFont(context: PDFContext, own: OwnFont, file: Uint8Array): PDFRef {
  const { font, unitsPerEm, script, texts, advances } = own
  const em = (units: number) => Math.round((units / unitsPerEm) * 1000)
  const { ascender, descender } = font.hExtents()
  const name = `THERVU+Anek${script}`
  const program = context.register(context.flateStream(file, { Length1: file.length }))
  const descriptor = context.register(
    context.obj({
      ...{ Type: 'FontDescriptor', FontName: name, Flags: 4, ItalicAngle: 0, StemV: 80 },
      ...{ FontBBox: [-500, -500, 2000, 1500], Ascent: em(ascender), Descent: em(descender), CapHeight: 680 },
      FontFile2: program,
    }),
  )
  const widths = [...texts.keys()].flatMap((id) => [id, [Math.round((advances.get(id) ?? 0) * 1000)]])
  const descendant = context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'CIDFontType2', BaseFont: name, CIDToGIDMap: 'Identity' },
      CIDSystemInfo: {
        Registry: PDFHexString.fromText('Adobe'),
        Ordering: PDFHexString.fromText('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      W: widths as unknown as [],
    }),
  )
  const meanings = context.register(context.flateStream(Buffer.from(toUnicode(texts))))
  return context.register(
    context.obj({
      ...{ Type: 'Font', Subtype: 'Type0', BaseFont: name, Encoding: PDFName.of('Identity-H') },
      ...{ DescendantFonts: [descendant], ToUnicode: meanings },
    }),
  )
}

function toUnicode(texts: ReadonlyMap<number, string>): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const rows = [...texts]
    .filter(([, text]) => text)
    .map(([id, text]) => `<${id.toString(16).padStart(4, '0')}> <${hex(text)}>`)
  const blocks = []
  for (let at = 0; at < rows.length; at += 100) {
    const block = rows.slice(at, at + 100)
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`)
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin begincmap
/CMapName /Own def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
${blocks.join('\n')}
endcmap end end`
}
