import { makeZip } from 'client-zip'
import sharp from 'sharp'
import { SHEETS } from '#domain/worksheets/layout.ts'
import type { FileHeading, WorksheetContent } from '#domain/worksheets/worksheet-file.ts'

/** A question in a document for word processors: its pictures below each other, as wide as they are printed. */
export type DocxQuestion = {
  label: string
  marks: string | null
  note: string | null
  space: number
  /** Goes over both columns of a document that has two. */
  isWide: boolean
  /** PNG; `width` and `height` in points. */
  pictures: { bytes: Uint8Array; width: number; height: number }[]
}

/** In twentieths of a point, as the format counts; `inner` is left between the margins. */
const [MARGIN, NUMBER, MARKS, GUTTER] = [840, 640, 560, 400]
const RULED = 440
/** Units of pictures in a point. */
const EMU = 12_700
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ')
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** How wide pictures of a question may be, in points. */
export function docxWidth(
  { sheet, columns, hasMarks }: Pick<WorksheetContent, 'sheet' | 'columns' | 'hasMarks'>,
  isWide: boolean,
): number {
  return (columnOf(sheet, isWide ? 1 : columns) - NUMBER - (hasMarks ? MARKS : 0)) / 20 - 6
}

function columnOf(sheet: WorksheetContent['sheet'], columns: 1 | 2): number {
  const inner = SHEETS[sheet].width * 20 - 2 * MARGIN
  return Math.floor(columns === 2 ? (inner - GUTTER) / 2 : inner)
}

/** The parts of a .docx as one zip; a picture is a PNG in it. */
export async function writeDocx(
  content: Omit<WorksheetContent, 'questions'>,
  questions: readonly DocxQuestion[],
  lost: readonly string[],
): Promise<Uint8Array> {
  const media: Uint8Array[] = []
  const addPicture = (bytes: Uint8Array, width: number, height: number) => {
    media.push(bytes)
    return drawing(media.length, width, height)
  }
  const heading = await writeHeading(
    content.heading,
    SHEETS[content.sheet].width * 20 - 2 * MARGIN,
    addPicture,
  )
  const columnsOf = (question: DocxQuestion | undefined) => (question?.isWide ? 1 : content.columns)
  const parts = questions.map((question, at) => {
    const [own, next] = [columnsOf(question), questions[at + 1]]
    const column = columnOf(content.sheet, own)
    const isLastOfSection = next !== undefined && columnsOf(next) !== own
    const ends = isLastOfSection ? paragraph('', { after: 0, section: section(content, own) }) : ''
    return writeQuestion(question, { content, column, addPicture }) + ends
  })
  const isInTwo = content.columns === 2
  const body = [
    ...heading,
    paragraph('', { section: isInTwo && columnsOf(questions[0]) === 2 ? section(content, 1) : '' }),
    ...parts,
    ...lost.map((sentence) => paragraph(run(sentence, { size: 14 }))),
    section(content, columnsOf(questions.at(-1))),
  ]
  const document = `${HEAD}<w:document ${NAMESPACES}><w:body>${body.join('')}</w:body></w:document>`
  const relations = [
    relation('rId1', 'styles', 'styles.xml'),
    relation('rId2', 'footer', 'footer.xml'),
    ...media.map((_, at) => relation(`rIdP${at + 1}`, 'image', `media/${at + 1}.png`)),
  ]
  const files: [string, string | Uint8Array][] = [
    ['[Content_Types].xml', CONTENT_TYPES],
    ['_rels/.rels', relationships([relation('rId1', 'officeDocument', 'word/document.xml')])],
    ['word/document.xml', document],
    ['word/_rels/document.xml.rels', relationships(relations)],
    ['word/styles.xml', STYLES],
    ['word/footer.xml', footer(content.foot)],
    ...media.map((bytes, at): [string, Uint8Array] => [`word/media/${at + 1}.png`, bytes]),
  ]
  const lastModified = new Date(Date.UTC(2000, 0, 1))
  const zip = makeZip(files.map(([name, input]) => ({ name, input: input as string, lastModified })))
  return new Uint8Array(await new Response(zip).arrayBuffer())
}

type AddPicture = (bytes: Uint8Array, width: number, height: number) => string

async function writeHeading(heading: FileHeading, inner: number, addPicture: AddPicture): Promise<string[]> {
  const logo = heading.logo && (await pngOf(heading.logo).catch(() => null))
  const high = 38
  const sign = logo ? `${addPicture(logo.bytes, (high * logo.width) / logo.height, high)}${run('  ')}` : ''
  const set = heading.set ? run(`   ${heading.set}`, { size: 24, isBold: true }) : ''
  const blanks = heading.blanks.map(
    (label) => `${run(`${label} `)}${run('_'.repeat(label === heading.blanks[0] ? 34 : 14))}${run('   ')}`,
  )
  return [
    paragraph(sign + run(heading.centre, { size: 25, isBold: true }), { align: 'center' }),
    paragraph(run(heading.title, { size: 30, isBold: true }) + set, { align: 'center', isHeading: true }),
    ...heading.facts.map(([left, right]) =>
      paragraph(`${run(left)}<w:r><w:tab/></w:r>${run(right)}`, { tab: inner }),
    ),
    paragraph(blanks.join(''), { hasRule: true }),
  ]
}

type Writing = { content: Omit<WorksheetContent, 'questions'>; column: number; addPicture: AddPicture }

function writeQuestion(question: DocxQuestion, { content, column, addPicture }: Writing): string {
  const { hasMarks, isRuled } = content
  const middle = column - NUMBER - (hasMarks ? MARKS : 0)
  const pictures = question.pictures.map(({ bytes, width, height }) =>
    paragraph(addPicture(bytes, width, height), { after: 40 }),
  )
  const note = question.note ? paragraph(run(question.note, { size: 13, isFaint: true })) : ''
  const lines = Math.floor((question.space * 20) / RULED)
  const space =
    question.space === 0
      ? ''
      : isRuled
        ? paragraph('', { hasRule: true, line: RULED }).repeat(lines)
        : paragraph('', { after: question.space * 20 })
  const cells = [
    cell(NUMBER, paragraph(question.label ? run(`${question.label}.`, { isBold: true }) : '')),
    cell(middle, [...pictures, note, space].join('') || paragraph('')),
    ...(hasMarks
      ? [cell(MARKS, paragraph(question.marks ? run(question.marks) : '', { align: 'right' }))]
      : []),
  ]
  const widths = [NUMBER, middle, ...(hasMarks ? [MARKS] : [])]
    .map((width) => `<w:gridCol w:w="${width}"/>`)
    .join('')
  const table = `<w:tblPr><w:tblW w:w="${column}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${widths}</w:tblGrid>`
  const keeps = question.space > 200 ? '' : '<w:cantSplit/>'
  return `<w:tbl>${table}<w:tr><w:trPr>${keeps}</w:trPr>${cells.join('')}</w:tr></w:tbl>${paragraph('', { after: 60 })}`
}

function cell(width: number, inside: string): string {
  return `<w:tc><w:tcPr><w:tcW w:w="${width}" w:type="dxa"/></w:tcPr>${inside}</w:tc>`
}

type ParagraphStyle = {
  align?: 'center' | 'right'
  tab?: number
  after?: number
  line?: number
  hasRule?: boolean
  isHeading?: boolean
  section?: string
}

function paragraph(
  inside: string,
  { align, tab, after = 60, line, hasRule, isHeading, section }: ParagraphStyle = {},
): string {
  const style = [
    isHeading ? '<w:pStyle w:val="Heading1"/>' : '',
    hasRule ? '<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="1" w:color="808080"/></w:pBdr>' : '',
    tab ? `<w:tabs><w:tab w:val="right" w:pos="${tab}"/></w:tabs>` : '',
    `<w:spacing w:before="0" w:after="${hasRule && line ? 0 : after}"${line ? ` w:line="${line}" w:lineRule="exact"` : ''}/>`,
    align ? `<w:jc w:val="${align}"/>` : '',
    section ?? '',
  ]
  return `<w:p><w:pPr>${style.join('')}</w:pPr>${inside}</w:p>`
}

/** `size` in half points. */
function run(
  text: string,
  { size, isBold, isFaint }: { size?: number; isBold?: boolean; isFaint?: boolean } = {},
): string {
  if (!text) return ''
  const style = [
    isBold ? '<w:b/><w:bCs/>' : '',
    isFaint ? '<w:color w:val="707070"/>' : '',
    size ? `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>` : '',
  ].join('')
  return `<w:r>${style && `<w:rPr>${style}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
}

function drawing(number: number, width: number, height: number): string {
  const size = `cx="${Math.round(width * EMU)}" cy="${Math.round(height * EMU)}"`
  const named = `id="${number}" name="Picture ${number}"`
  return `<w:r><w:drawing><wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent ${size}/><wp:docPr ${named}/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr ${named}/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdP${number}"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
}

function section({ sheet }: Pick<WorksheetContent, 'sheet'>, columns: 1 | 2): string {
  const { width, height } = SHEETS[sheet]
  const size = `<w:pgSz w:w="${Math.round(width * 20)}" w:h="${Math.round(height * 20)}"/>`
  const margins = `<w:pgMar w:top="800" w:right="${MARGIN}" w:bottom="900" w:left="${MARGIN}" w:header="400" w:footer="400" w:gutter="0"/>`
  return `<w:sectPr><w:footerReference w:type="default" r:id="rId2"/><w:type w:val="continuous"/>${size}${margins}<w:cols w:num="${columns}" w:space="${GUTTER}"/></w:sectPr>`
}

/** "Page {page} of {pages}", which the word processor counts. */
function footer(foot: string): string {
  const field = (name: string) => `<w:fldSimple w:instr=" ${name} "><w:r><w:t>1</w:t></w:r></w:fldSimple>`
  const parts = foot
    .split(/(\{pages?\})/)
    .map((part) =>
      part === '{page}' ? field('PAGE') : part === '{pages}' ? field('NUMPAGES') : run(part, { size: 15 }),
    )
  return `${HEAD}<w:ftr ${NAMESPACES}>${paragraph(parts.join(''), { align: 'center' })}</w:ftr>`
}

async function pngOf(webp: Uint8Array) {
  const { data, info } = await sharp(webp)
    .resize({ width: 480, withoutEnlargement: true })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { bytes: new Uint8Array(data), width: info.width, height: info.height }
}

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

function relation(id: string, type: string, target: string): string {
  return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
}

function relationships(relations: readonly string[]): string {
  return `${HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations.join('')}</Relationships>`
}

/** XML has no other control characters. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const plain = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const CONTENT_TYPES = `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/><Override PartName="/word/footer.xml" ContentType="${WORD}.footer+xml"/></Types>`
/** Letters of a font that is there in most places, with those for Tamil and Hindi. */
const STYLES = `${HEAD}<w:styles ${NAMESPACES}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Arial" w:hAnsi="Arial" w:cs="Nirmala UI"/><w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style></w:styles>`
