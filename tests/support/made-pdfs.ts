import { createHash, randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { type Layout, type Objects, stream, writePdf } from './write-pdf.ts'

const PAGE = '/Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]'

/** One page: its content, its entries, those of the catalog, and more objects from number 10 on. */
export function onePage(
  made: { content?: string; page?: string; catalog?: string; more?: Objects } = {},
): Objects {
  return {
    1: `<</Type/Catalog/Pages 2 0 R${made.catalog ?? ''}>>`,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    3: `<<${PAGE}/Contents 4 0 R${made.page ?? ''}>>`,
    4: stream('', made.content ?? ''),
    ...made.more,
  }
}

/** Pages with a line of text each. */
export function plainPdf({ pages = 1, text = 'Question paper', before = '' } = {}): Buffer {
  const kids = Array.from({ length: pages }, (_, i) => 10 + i)
  const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>'
  const objects: Objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${pages}>>`,
    3: stream('', `BT /F 24 Tf 72 740 Td (${text}) Tj ET`),
  }
  for (const kid of kids) objects[kid] = `<<${PAGE}/Contents 3 0 R${font}>>`
  return writePdf(objects, { before })
}

export function noPagesPdf(): Buffer {
  return writePdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Kids[]/Count 0>>' })
}

/** 700 bytes that PDFium draws for hours: a pattern that repeats every thousandth of a point. */
export function hangingPdf(): Buffer {
  const pattern =
    '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 300 300]/XStep 0.001/YStep 0.001/Resources<<>>'
  return writePdf(
    onePage({
      content: '/Pattern cs /P scn 0 0 595 842 re f',
      page: '/Resources<</Pattern<</P 10 0 R>>>>',
      more: { 10: stream(pattern, '1 0 0 rg 0 0 300 300 re f') },
    }),
  )
}

/** 3 KB that become ten thousand million drawings in memory: each of eleven forms draws the next one ten times. */
export function hoardingPdf(): Buffer {
  const draw = '/X Do\n'.repeat(10)
  const next = (number: number) => `/Resources<</XObject<</X ${number} 0 R>>>>`
  const more: Objects = {}
  for (let i = 10; i < 21; i++) more[i] = stream(`/Subtype/Form/BBox[0 0 595 842]${next(i + 1)}`, draw)
  more[21] = stream('/Subtype/Form/BBox[0 0 595 842]', '0 0 10 10 re f')
  return writePdf(onePage({ content: draw, page: next(10), more }))
}

/** An object stream that inflates to `bytes` although the file is a thousandth of that. */
export function inflatingPdf(bytes: number): Buffer {
  return writePdf({ ...onePage({ catalog: '/A 10 0 R' }), 10: `<<>>${' '.repeat(bytes)}` }, { packed: true })
}

/** About `bytes` of scanned pages: incompressible images of at most 1 MiB, one on each page. */
export function bigPdf(bytes: number): Buffer {
  const rows = Math.min(1024, Math.ceil(bytes / 1024))
  const pages = Math.max(1, Math.round(bytes / (rows * 1024)))
  const kids = Array.from({ length: pages }, (_, i) => 10 + 2 * i)
  const image = `/Type/XObject/Subtype/Image/Width 1024/Height ${rows}/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/FlateDecode`
  const objects: Objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]/Count ${pages}>>`,
    3: stream('', '595 0 0 842 0 0 cm /X Do'),
  }
  for (const kid of kids) {
    objects[kid] = `<<${PAGE}/Contents 3 0 R/Resources<</XObject<</X ${kid + 1} 0 R>>>>>>`
    objects[kid + 1] = stream(image, deflateSync(randomBytes(1024 * rows), { level: 0 }))
  }
  return writePdf(objects)
}

const SCRIPT = '<</S/JavaScript/JS(app.alert\\(1\\))>>'
const WIDGET = '/Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[0 0 9 9]'
/** Where JavaScript can be in a document. */
const SCRIPT_PLACES = {
  'open action': { catalog: `/OpenAction ${SCRIPT}` },
  'chained action': { catalog: `/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next[${SCRIPT}]>>` },
  'document event': { catalog: `/AA<</WC ${SCRIPT}>>` },
  'name tree': { catalog: `/Names<</JavaScript<</Names[(a)10 0 R]>>>>`, more: { 10: SCRIPT } },
  'page event': { page: `/AA<</O ${SCRIPT}>>` },
  'link annotation': { page: `/Annots[<</Subtype/Link/Rect[0 0 9 9]/A ${SCRIPT}>>]` },
  'annotation event': { page: '/Annots[10 0 R]', more: { 10: `<<${WIDGET}/AA<</E ${SCRIPT}>>>>` } },
  'form field event': {
    catalog: '/AcroForm<</Fields[10 0 R]>>',
    more: { 10: `<<${WIDGET}/AA<</K ${SCRIPT}>>>>` },
  },
  bookmark: { catalog: '/Outlines<</First 10 0 R/Last 10 0 R>>', more: { 10: `<</Title(a)/A ${SCRIPT}>>` } },
  'escaped name': { catalog: '/OpenAction<</#53/J#61vaScript/J#53(1)>>' },
  'name in an object of its own': { catalog: '/OpenAction<</S 10 0 R>>', more: { 10: '/JavaScript' } },
  'dictionary of a stream': {
    catalog: '/OpenAction 10 0 R',
    more: { 10: stream('/S/JavaScript/JS(1)', 'x') },
  },
  'dictionary of a large stream': {
    catalog: '/OpenAction 10 0 R',
    more: { 10: stream('/S/JavaScript/JS(1)', randomBytes(200_000)) },
  },
  'rendition action': { catalog: '/OpenAction<</S/Rendition/JS(1)>>' },
}
export const scriptPlaces = Object.keys(SCRIPT_PLACES) as (keyof typeof SCRIPT_PLACES)[]

/** A PDF with JavaScript in this place, as objects or as a file laid out as wished. */
export function javaScriptPdf(place: keyof typeof SCRIPT_PLACES, layout?: Layout): Buffer {
  return writePdf(onePage(SCRIPT_PLACES[place]), layout)
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** Cannot be opened without the password `secret`. */
export function passwordPdf(): Buffer {
  return rc4Pdf('secret', -4)
}

/** Opens without a password, and forbids to print. */
export function lockedRc4Pdf(): Buffer {
  return rc4Pdf('', -64)
}

/** The oldest encryption, revision 2 with 40 bits. */
function rc4Pdf(userPassword: string, permissions: number): Buffer {
  const padded = (password: string) => Buffer.concat([Buffer.from(password), PADDING]).subarray(0, 32)
  const allowed = Buffer.alloc(4)
  allowed.writeInt32LE(permissions)
  const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest().subarray(0, 5)
  const id = Buffer.alloc(16, 7)
  const owner = rc4(md5(padded('secret')), padded(userPassword))
  const user = rc4(md5(padded(userPassword), owner, allowed, id), PADDING)
  const encrypt = `<</Filter/Standard/V 1/R 2/P ${permissions}/O<${owner.toString('hex')}>/U<${user.toString('hex')}>>>`
  const trailer = `/Encrypt 10 0 R/ID[<${id.toString('hex')}><${id.toString('hex')}>]`
  return writePdf({ ...onePage({ catalog: '/A 10 0 R' }), 10: encrypt }, { trailer })
}

function rc4(key: Buffer, data: Buffer): Buffer {
  const box = Array.from({ length: 256 }, (_, i) => i)
  const at = (i: number) => box[i & 255] ?? 0
  const swap = (i: number, j: number) => {
    ;[box[i], box[j]] = [at(j), at(i)]
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let j = 0
  return Buffer.from(data).map((byte, n) => {
    const i = (n + 1) & 255
    j = (j + at(i)) & 255
    swap(i, j)
    return byte ^ at(at(i) + at(j))
  }) as Buffer
}

/** The same document, encrypted with an owner's password only, in object streams: opens without a password. Printing
 * is forbidden unless `permissions` allow it. */
export async function ownerPasswordPdf(
  pdf: Uint8Array,
  permissions: { printing?: 'lowResolution' | 'highResolution' } = {},
): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf)
  document.encrypt({ ownerPassword: 'owner', permissions })
  return await document.save()
}

/** A cover to which papers are attached: the PDFs, by their names. */
export function portfolioPdf(papers: Record<string, Uint8Array>): Buffer {
  const attached = Object.entries(papers)
  const names = attached.map(([name], at) => `(${name}) ${30 + at} 0 R`).join(' ')
  const more: Objects = {}
  for (const [at, [name, bytes]] of attached.entries()) {
    more[30 + at] = `<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${60 + at} 0 R>>>>`
    more[60 + at] = stream('/Type/EmbeddedFile', bytes)
  }
  return writePdf({
    1: `<</Type/Catalog/Pages 2 0 R/Collection<</Type/Collection/View/T>>/Names<</EmbeddedFiles<</Names[${names}]>>>>>>`,
    2: '<</Type/Pages/Kids[10 0 R]/Count 1>>',
    10: `<<${PAGE}>>`,
    ...more,
  })
}

export type PdfLine = [x: number, y: number, text: string]

/** A4 pages of lines, in points from the lower left corner; `page` is more of what each page's dictionary says,
 * `before` what its content begins with. */
export function linesPdf(pages: PdfLine[][], page = '', before = '', trueType?: Uint8Array): Buffer {
  const kids = pages.map((_, at) => `${10 + 2 * at} 0 R`)
  const font = `/Resources<</Font<</F ${trueType ? '7 0 R' : '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'}>>>>`
  const objects: Objects = {
    ...(trueType ? embedded(trueType) : {}),
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${kids.join(' ')}]/Count ${pages.length}>>`,
  }
  for (const [at, lines] of pages.entries()) {
    objects[10 + 2 * at] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents ${11 + 2 * at} 0 R${page}${font}>>`
    objects[11 + 2 * at] = stream(
      '',
      [before, ...lines.map(([x, y, text]) => `BT /F 12 Tf ${x} ${y} Td (${text}) Tj ET`)].join('\n'),
    )
  }
  return writePdf(objects)
}

/** A font as objects 7 to 9, whose letters have one byte each. */
function embedded(trueType: Uint8Array): Objects {
  const widths = Array<number>(256).fill(550).join(' ')
  return {
    7: `<</Type/Font/Subtype/TrueType/BaseFont/OWN/Encoding/WinAnsiEncoding/FirstChar 0/LastChar 255/Widths[${widths}]/FontDescriptor 8 0 R>>`,
    8: '<</Type/FontDescriptor/FontName/OWN/Flags 32/FontBBox[0 -300 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 9 0 R>>',
    9: stream(`/Length1 ${trueType.length}`, trueType),
  }
}
