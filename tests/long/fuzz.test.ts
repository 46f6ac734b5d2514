import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { understandQuery } from '#domain/search/understanding/understand.ts'
import {
  ACTIVE_NAMES,
  createActiveContentScanner,
} from '#server/adapters/pdf/active-content/active-content.ts'
import compilePdfium from '#server/adapters/pdf/compile-pdfium.ts'
import { createInspector } from '#server/adapters/pdf/inspector.ts'
import { openDocument, startPdfium } from '#server/adapters/pdf/pdfium.ts'
import { understood, vocabulary } from '../search/vocabulary.ts'
import { javaScriptPdf, onePage, plainPdf, scriptPlaces } from '../support/made-pdfs.ts'
import { stream, writePdf } from '../support/write-pdf.ts'

/** The same seed makes the same cases: FUZZ_SEED=… FUZZ_SECONDS=600 npm run test:long -- fuzz */
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
const SECONDS = Number(process.env.FUZZ_SECONDS ?? 60)
const SLOWEST_MS = 2_000
const MINUTES = { timeout: (SECONDS + 120) * 1000 }

type Random = ReturnType<typeof randomOf>

/** Mulberry32, with what the cases are made by. */
function randomOf(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  const pick = <One>(all: readonly One[]) => all[below(all.length)] as One
  return { next, below, pick }
}

/** Each case has a seed of its own, which a failure names, until the time is over. Returns how many there were. */
async function eachCase(name: string, run: (random: Random) => unknown): Promise<number> {
  const end = performance.now() + SECONDS * 1000
  let cases = 0
  for (; performance.now() < end; cases += 1) {
    const seed = (SEED + cases) | 0
    const start = performance.now()
    try {
      await run(randomOf(seed))
    } catch (error) {
      throw new Error(`${name}: FUZZ_SEED=${seed} shows it first`, { cause: error })
    }
    const took = performance.now() - start
    if (took > SLOWEST_MS * 5) throw new Error(`${name}: FUZZ_SEED=${seed} took ${Math.round(took)} ms`)
  }
  console.log(`${name}: ${cases} cases from FUZZ_SEED=${SEED}`)
  return cases
}

const WORDS = [...vocabulary.meanings.keys()]
const SIGNS = [...'+-*/()[]{}"\'%_^~:;,.|\\&?!<>=√πθ²₂½①१௧١İßﬁ்ா\u0308\u200d\u202e\0\t 😀']

function typedText({ below, pick, next }: Random): string {
  const piece = () => {
    const kind = next()
    if (kind < 0.5) return pick(WORDS)
    if (kind < 0.6) return String(below(10 ** (1 + below(6))))
    if (kind < 0.75) return Array.from({ length: 1 + below(4) }, () => pick(SIGNS)).join('')
    if (kind < 0.9) return mangled(pick(WORDS))
    return String.fromCodePoint(...Array.from({ length: 1 + below(5) }, () => below(0x110000)))
  }
  const mangled = (word: string) => {
    const at = below(word.length)
    return (
      word.slice(0, at) + pick(['', pick(SIGNS), word[at] ?? '', word.toUpperCase()]) + word.slice(at + 1)
    )
  }
  return Array.from({ length: 1 + below(12) }, piece).join(pick(['', ' ', ' ', '\n', '-', '/']))
}

test(
  'whatever is typed is understood at once, alike each time, and in words that the index can take',
  MINUTES,
  async () => {
    const cases = await eachCase('search', (random) => {
      const text = typedText(random)
      const start = performance.now()
      const { parts, terms } = understandQuery(text, vocabulary)
      expect(performance.now() - start, text).toBeLessThan(SLOWEST_MS)
      expect(new Set(parts.map(({ facet }) => facet)).size, text).toBe(parts.length)
      for (const { ways, typed } of terms) {
        expect(typed, text).not.toBe('')
        expect(ways.length, text).toBeGreaterThan(0)
        for (const word of ways.flat()) expect(/["*\s\0]/.test(word), `${text} → ${word}`).toBe(false)
      }
      expect(understood(text)).toBe(understood(text))
    })
    expect(cases).toBeGreaterThan(0)
  },
)

const NAMES = ['A', 'Next', 'Kids', 'P', 'Length', 'S', 'Subtype', 'Type', 'F', 'URI', 'D', 'Annots']
const ACTIVE = [
  '<</S/JavaScript/JS(1)>>',
  '<</S/Launch/F(a.exe)>>',
  '<</Type/Annot/Subtype/RichMedia>>',
  '<</XFA 9 0 R>>',
]

/** A value as PDFium writes it: what it escapes is escaped. */
function writtenValue(random: Random, depth = 0): string {
  const { below, pick, next } = random
  const kind = depth > 6 ? next() * 0.6 : next()
  if (kind < 0.1) return String(below(9999))
  if (kind < 0.2) return `${1 + below(99)} 0 R`
  if (kind < 0.35) return `/${pick(['GoTo', 'Link', 'XObject', 'Page', 'a#20b'])}`
  if (kind < 0.5)
    return `(${Array.from({ length: below(12) }, () => pick(['\\(', '\\)', '\\\\', '>>', '/S', '/JavaScript', '<<', 'x', '\\r', '\\n'])).join('')})`
  if (kind < 0.6) return `<${Buffer.from(String(next())).toString('hex')}>`
  const inner = Array.from({ length: below(5) }, () => writtenValue(random, depth + 1))
  if (kind < 0.8) return `[${inner.join(' ')}]`
  return `<<${inner.map((value) => `/${pick(NAMES)} ${value}`).join('')}>>`
}

function scan(bytes: Buffer, cuts: () => number) {
  const scanner = createActiveContentScanner(Buffer.from('never there'))
  for (let at = 0; at < bytes.length; ) {
    const next = at + Math.max(1, cuts())
    if (scanner.push(bytes.subarray(at, next))) break
    at = next
  }
  return scanner.found()
}

test(
  'active content is found at any depth among anything, and however the bytes are cut',
  MINUTES,
  async () => {
    await eachCase('scanner', (random) => {
      const { below, pick } = random
      const objects = Array.from(
        { length: 1 + below(6) },
        (_, at) => `${at + 1} 0 obj\r\n${writtenValue(random)}\r\nendobj\r\n`,
      )
      const harmless = Buffer.from(`%PDF-1.7\r\n${objects.join('')}`, 'latin1')
      const whole = scan(harmless, () => harmless.length)
      expect(scan(harmless, () => 1 + below(40))).toBe(whole)
      let hidden = pick(ACTIVE)
      for (let depth = below(60); depth > 0; depth -= 1) {
        const beside = writtenValue(random, 5)
        hidden = pick([
          `[${beside} ${hidden}]`,
          `<</A ${beside}/B ${hidden}>>`,
          `<</A ${hidden}/B ${beside}>>`,
        ])
      }
      objects.splice(below(objects.length + 1), 0, `77 0 obj\r\n${hidden}\r\nendobj\r\n`)
      const active = Buffer.from(`%PDF-1.7\r\n${objects.join('')}`, 'latin1')
      expect(
        scan(active, () => 1 + below(60)),
        active.toString('latin1'),
      ).not.toBeNull()
    })
  },
)

/** Some PDF, perhaps active, with some bytes changed, left out, doubled or swapped. */
function damagedPdf(random: Random): Buffer {
  const { below, pick, next } = random
  const layout = pick([{}, {}, { packed: true }])
  const made = () => {
    if (next() < 0.2) return plainPdf({ pages: 1 + below(3) })
    if (next() < 0.5) return javaScriptPdf(pick(scriptPlaces), layout)
    const more = {
      10: writtenValue(random),
      11: stream(`/A ${writtenValue(random)}`, deflateSync(Buffer.from(pick(ACTIVE)))),
      12: pick(ACTIVE),
    }
    return writePdf(
      onePage({
        catalog: `/OpenAction ${pick(['10', '11', '12'])} 0 R`,
        page: `/Annots[${writtenValue(random)} 12 0 R]`,
        more,
      }),
      layout,
    )
  }
  let bytes = made()
  for (let changes = below(6); changes > 0; changes -= 1) {
    const [from, length] = [below(bytes.length), 1 + below(pick([1, 4, 40]))]
    const part = bytes.subarray(from, from + length)
    const put = pick([
      Buffer.alloc(0),
      Buffer.from(Array.from(part, () => below(256))),
      Buffer.concat([part, part]),
      Buffer.from(
        pick([
          '/S/JavaScript',
          '/#4aS(1)',
          '<<',
          '>>',
          ' obj',
          'endobj',
          '\r',
          'stream',
          '(',
          ')',
          '%',
          '/JS',
        ]),
      ),
    ])
    bytes = Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + length)])
  }
  return bytes
}

/** What a plain rewriting by PDFium has, read by another reader; null where either of them cannot. */
async function activeWhenRewritten(engine: WebAssembly.Module, bytes: Buffer): Promise<string[] | null> {
  const blocks: Buffer[] = []
  const pdfium = await startPdfium(engine, 256, {
    read(position, target) {
      const part = bytes.subarray(position, position + target.length)
      target.set(part)
      return part.length === target.length ? 1 : 0
    },
    write(block) {
      blocks.push(Buffer.from(block))
      return 1
    },
  })
  const document = openDocument(pdfium, { fd: -1, size: bytes.length })
  if (!document) return null
  pdfium.api.FPDF_SaveAsCopy(document, pdfium.struct(1, pdfium.writePointer), 3)
  const rewritten = await PDFDocument.load(Buffer.concat(blocks), { updateMetadata: false }).catch(() => null)
  return rewritten && activeIn(rewritten)
}

function activeIn({ context }: PDFDocument): string[] {
  const found: string[] = []
  const pending: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  const seen = new Set<PDFObject>()
  const nameAt = (dictionary: PDFDict, key: string) => {
    const value = dictionary.lookup(PDFName.of(key))
    return value instanceof PDFName ? value.decodeText() : undefined
  }
  for (let object = pending.pop(); object; object = pending.pop()) {
    if (seen.has(object)) continue
    seen.add(object)
    if (object instanceof PDFArray) pending.push(...object.asArray())
    const dictionary = object instanceof PDFStream ? object.dict : object
    if (!(dictionary instanceof PDFDict)) continue
    pending.push(...dictionary.values())
    const has = (key: string) => dictionary.has(PDFName.of(key))
    const isActive =
      has('XFA') ||
      (has('S') && has('JS')) ||
      ACTIVE_NAMES.has(nameAt(dictionary, 'S')) ||
      ACTIVE_NAMES.has(nameAt(dictionary, 'Subtype'))
    if (isActive) found.push(dictionary.toString())
  }
  return found
}

test(
  'a damaged PDF is judged in time, and none is accepted whose plain rewriting has active content',
  MINUTES,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'thervu-fuzz-'))
    const inspector = createInspector()
    const { engine } = await compilePdfium()
    const counts = { accepted: 0, refused: 0 }
    try {
      const path = join(folder, 'upload.pdf')
      await eachCase('pdf', async (random) => {
        const bytes = damagedPdf(random)
        writeFileSync(path, bytes)
        const { accepted } = await inspector.inspectPdf(path)
        counts[accepted ? 'accepted' : 'refused'] += 1
        if (accepted) expect(await activeWhenRewritten(engine, bytes)).toEqual([])
      })
      expect(Math.min(counts.accepted, counts.refused)).toBeGreaterThan(0)
      console.log(`pdf: ${counts.accepted} accepted, ${counts.refused} refused`)
    } finally {
      await inspector.close()
      rmSync(folder, { recursive: true })
    }
  },
)
