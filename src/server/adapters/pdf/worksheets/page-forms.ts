// Past 300 lines: a part of a page is made of its content, its resources and its fonts, which know each other.
import {
  decodePDFRawStream,
  PDFArray,
  PDFContentStream,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectCopier,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import type { Turn } from '#domain/page-turns/turn.ts'
import {
  boxOf,
  type Drawn,
  type Hidden,
  type Matrix,
  pruneContent,
  type Rect,
  times,
} from './prune-content.ts'
import { glyphsOfBytes, type Shown, subsetGlyphs } from './subset-glyphs.ts'

/** A part of a page as a form: its matrix makes the page upright, with its lower left corner at 0, 0. */
type PageForm = { ref: PDFRef }

type FormArea = { area: Rect; lines: Rect }

export type PageForms = {
  /**
   * Null where the part is a picture: a scan, or a page that cannot be read. `area` is on the upright page, in points, and
   * words are kept whose lines are in `lines`.
   */
  formOf(page: number, turn: Turn, part: FormArea, hidden: readonly Hidden[]): PageForm | null
  /** Once all forms are made: leaves out of fonts what none of them shows. */
  shrinkFonts(): void
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** A picture that covers so much of a question, and is so much larger than it, is the scan of its page. */
const [COVERS, LARGER] = [0.5, 1.2]
/** Flags of a font. */
const [SYMBOLIC, NOT_SYMBOLIC] = [4, 32]

/** Parts of the pages of one document, put into another; what they share is put there once. */
export async function openForms(bytes: Uint8Array, target: PDFContext): Promise<PageForms> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  const copier = PDFObjectCopier.for(document.context, target)
  const pages = document.getPages()
  const contents = new Map<number, Uint8Array>()
  const used = trackFonts(document.context)

  function contentOf(at: number): Uint8Array {
    const known = contents.getOrInsertComputed(at, () => readContents(pages[at] as PDFPage))
    return known
  }

  function formOf(
    at: number,
    turn: Turn,
    { area, lines }: FormArea,
    hidden: readonly Hidden[],
  ): PageForm | null {
    const page = pages[at]
    if (!page) return null
    const box = visibleBox(page)
    const upright = uprightMatrix(box, (((page.getRotation().angle + turn) % 360) + 360) % 360)
    const back = inverse(upright)
    const own = boxOf(area, back)
    const resources = page.node.Resources() ?? document.context.obj({})
    const objects = resources.lookupMaybe(PDFName.of('XObject'), PDFDict)
    const fonts = resources.lookupMaybe(PDFName.of('Font'), PDFDict)
    const pruned = pruneContent(
      contentOf(at),
      { area: own, lines: boxOf(lines, back) },
      { drawnAt: (name) => drawnAt(objects, name), isTall: (name) => isTall(fonts, name) },
      hidden.map((hole) => ({ ...boxOf(hole, back), letters: hole.letters })),
    )
    if (isScan(pruned, own, objects)) return null
    const kept = document.context.obj({})
    for (const [key, value] of resources.entries()) kept.set(key, value)
    kept.delete(PDFName.of('ProcSet'))
    kept.set(PDFName.of('Font'), only(fonts, pruned.fonts, document.context))
    kept.set(PDFName.of('XObject'), only(objects, pruned.drawn, document.context))
    used.see(kept, pruned.fonts)
    const ref = target.register(
      target.flateStream(pruned.content, {
        ...{ Type: 'XObject', Subtype: 'Form', FormType: 1 },
        BBox: [own.left, own.bottom, own.right, own.top],
        Matrix: [...upright],
        Resources: copier.copy(kept),
        // As on its page, where nothing is below it: what it blends with is only itself.
        Group: { Type: 'Group', S: 'Transparency' },
      }),
    )
    return { ref }
  }

  function shrinkFonts() {
    for (const [ref, bytes] of used.shrunk())
      target.assign(copier.copy(ref), target.flateStream(bytes, { Length1: bytes.length }))
  }

  return { formOf, shrinkFonts }
}

/** Which glyphs are shown of each file of a font; what else than words shows letters of it leaves it whole. */
function trackFonts(context: PDFContext) {
  const glyphs = new Map<PDFRef, Set<number> | null>()
  const files = new Map<PDFRef, Uint8Array>()
  const seen = new Set<PDFObject>()
  let isUncertain = false

  function fileOf(ref: PDFRef): Uint8Array | null {
    const stream = context.lookup(ref)
    const known =
      files.get(ref) ?? (stream instanceof PDFRawStream ? decodePDFRawStream(stream).decode() : null)
    if (known) files.set(ref, known)
    return known
  }

  /** All fonts that can be reached from an object, but for those of the words themselves. */
  function keepWhole(object: PDFObject | undefined) {
    if (!object || seen.has(object)) return
    seen.add(object)
    if (object instanceof PDFRef) return keepWhole(context.lookup(object))
    if (object instanceof PDFArray) for (const each of object.asArray()) keepWhole(each)
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) return
    const isForm = dict.get(PDFName.of('Subtype')) === PDFName.of('Form')
    // It shows letters of its page's fonts.
    if (isForm && !dict.has(PDFName.of('Resources'))) isUncertain = true
    const file = dict.get(PDFName.of('FontFile2'))
    if (file instanceof PDFRef) glyphs.set(file, null)
    for (const [key, value] of dict.entries()) if (key.decodeText() !== 'Parent') keepWhole(value)
  }

  function see(resources: PDFDict, shown: ReadonlyMap<string, Shown>) {
    const fonts = resources.lookupMaybe(PDFName.of('Font'), PDFDict)
    for (const [key, value] of fonts?.entries() ?? []) {
      const font = context.lookup(value)
      const own = font instanceof PDFDict ? descendantOf(font) : null
      const file = own?.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)?.get(PDFName.of('FontFile2'))
      if (!(font instanceof PDFDict) || !own || !(file instanceof PDFRef)) keepWhole(value)
      else if (glyphs.get(file) !== null) {
        const more = glyphsOf(font, own, {
          bytes: fileOf(file),
          shown: shown.get(key.decodeText()) ?? new Set(),
        })
        glyphs.set(file, more && (glyphs.get(file)?.union(more) ?? more))
      }
    }
    for (const [key, value] of resources.entries()) if (key.decodeText() !== 'Font') keepWhole(value)
  }

  function shrunk() {
    return (isUncertain ? [] : [...glyphs]).flatMap(([ref, ids]) => {
      const [bytes, stored] = [ids && fileOf(ref), context.lookup(ref)]
      const made = bytes && ids && subsetGlyphs(bytes, ids)
      return made && stored instanceof PDFRawStream ? [[ref, made] as const] : []
    })
  }

  return { see, shrunk }
}

/** Null where it is not certain. */
function glyphsOf(
  font: PDFDict,
  own: PDFDict,
  { bytes, shown }: { bytes: Uint8Array | null; shown: Shown },
): Set<number> | null {
  const encoding = font.get(PDFName.of('Encoding'))
  const named = encoding instanceof PDFName ? encoding.decodeText() : null
  if (own !== font) {
    const map = own.get(PDFName.of('CIDToGIDMap'))
    const isPlain = !map || (map instanceof PDFName && map.decodeText() === 'Identity')
    if (!isPlain || !named?.startsWith('Identity-')) return null
    return new Set(
      [...shown].flatMap((text) =>
        [...text.matchAll(/../gs)].map(([pair]) => pair.charCodeAt(0) * 256 + pair.charCodeAt(1)),
      ),
    )
  }
  const flags = own
    .lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)
    ?.lookupMaybe(PDFName.of('Flags'), PDFNumber)
  const isSymbolic = ((flags?.asNumber() ?? 0) & (SYMBOLIC | NOT_SYMBOLIC)) === SYMBOLIC
  if (!bytes || (encoding ? !named : !isSymbolic)) return null
  if (named === 'WinAnsiEncoding') return glyphsOfBytes(bytes, shown, 'windows-1252')
  if (named === 'MacRomanEncoding') return glyphsOfBytes(bytes, shown, 'macintosh')
  return named ? null : glyphsOfBytes(bytes, shown, null)
}

function isScan(
  { drawn, hasWords }: ReturnType<typeof pruneContent>,
  area: Rect,
  objects: PDFDict | undefined,
) {
  if (hasWords) return false
  return [...drawn].some(([name, box]) => {
    const dict = objects?.lookupMaybe(PDFName.of(name), PDFStream)?.dict
    if (dict?.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() !== 'Image') return false
    return areaOf(meet(box, area)) > COVERS * areaOf(area) && areaOf(box) > LARGER * areaOf(area)
  })
}

function readContents(page: PDFPage): Uint8Array {
  const { Contents } = page.node.normalizedEntries()
  const parts = Array.from({ length: Contents?.size() ?? 0 }, (_, at) => {
    const stream = Contents?.lookup(at)
    if (stream instanceof PDFContentStream) return stream.getUnencodedContents()
    if (!(stream instanceof PDFRawStream)) throw new Error('The content of a page is no stream.')
    return decodePDFRawStream(stream).decode()
  })
  return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
}

/** What PDFium shows: the crop box within the media box. */
function visibleBox(page: PDFPage): Rect {
  const read = (array: PDFArray | undefined) => {
    if (array?.size() !== 4) return null
    const [a, b, c, d] = [0, 1, 2, 3].map((at) => array.lookupMaybe(at, PDFNumber)?.asNumber() ?? 0) as [
      number,
      number,
      number,
      number,
    ]
    const box = { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) }
    return areaOf(box) > 0 ? box : null
  }
  const media = read(page.node.MediaBox()) ?? { left: 0, bottom: 0, right: 612, top: 792 }
  const crop = read(page.node.CropBox())
  const both = crop && meet(media, crop)
  return both && areaOf(both) > 0 ? both : media
}

/** `degrees`: clockwise. */
function uprightMatrix({ left, bottom, right, top }: Rect, degrees: number): Matrix {
  if (degrees === 90) return [0, -1, 1, 0, -bottom, right]
  if (degrees === 180) return [-1, 0, 0, -1, right, top]
  if (degrees === 270) return [0, 1, -1, 0, top, -left]
  return [1, 0, 0, 1, -left, -bottom]
}

function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const det = a * d - b * c
  return times([1, 0, 0, 1, -e, -f], [d / det, -b / det, -c / det, a / det, 0, 0])
}

function drawnAt(objects: PDFDict | undefined, name: string): Drawn | null {
  const dict = objects?.lookupMaybe(PDFName.of(name), PDFStream)?.dict
  const kind = dict?.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText()
  if (!dict || (kind !== 'Image' && kind !== 'Form')) return null
  if (kind === 'Image')
    return { kind: 'image', box: { left: 0, bottom: 0, right: 1, top: 1 }, matrix: IDENTITY }
  const box = numbers(dict.lookupMaybe(PDFName.of('BBox'), PDFArray))
  const matrix = numbers(dict.lookupMaybe(PDFName.of('Matrix'), PDFArray))
  if (box?.length !== 4) return null
  const [a, b, c, d] = box as [number, number, number, number]
  return {
    kind: 'form',
    box: { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) },
    matrix: matrix?.length === 6 ? (matrix as unknown as Matrix) : IDENTITY,
  }
}

function descendantOf(font: PDFDict): PDFDict {
  return font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)?.lookupMaybe(0, PDFDict) ?? font
}

/** Signs of some fonts hang far below their line: big brackets, sums. */
function isTall(fonts: PDFDict | undefined, name: string): boolean {
  const font = fonts?.lookupMaybe(PDFName.of(name), PDFDict)
  if (!font || font.lookupMaybe(PDFName.of('Subtype'), PDFName)?.decodeText() === 'Type3') return true
  const descriptor = descendantOf(font).lookupMaybe(PDFName.of('FontDescriptor'), PDFDict)
  const box = numbers(descriptor?.lookupMaybe(PDFName.of('FontBBox'), PDFArray))
  const base = font.lookupMaybe(PDFName.of('BaseFont'), PDFName)?.decodeText() ?? ''
  return /ex\d|extension|extra|cmex|symbol/i.test(base) || (box?.[1] ?? 0) < -1_000
}

function numbers(array: PDFArray | undefined): number[] | null {
  if (!array) return null
  return Array.from({ length: array.size() }, (_, at) => array.lookupMaybe(at, PDFNumber)?.asNumber() ?? 0)
}

function only(
  dict: PDFDict | undefined,
  names: { has(name: string): boolean },
  context: PDFContext,
): PDFDict {
  const kept = context.obj({})
  for (const [key, value] of dict?.entries() ?? []) if (names.has(key.decodeText())) kept.set(key, value)
  return kept
}

function meet(one: Rect, other: Rect): Rect {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  }
}

function areaOf({ left, bottom, right, top }: Rect): number {
  return Math.max(0, right - left) * Math.max(0, top - bottom)
}
