import type { PDFDict } from '@cantoo/pdf-lib'
import { PDF_LIMIT } from '#domain/files/upload-limits.ts'

/** Of the tree of names, against one that leads in a circle. */
const DEEPEST = 20

/** The PDFs that are attached to a portfolio, and how many of its files are none or too large. Throws for one that cannot be read here. */
export async function pdfsInPortfolio(file: File): Promise<{ pdfs: File[]; left: number }> {
  const pdf = await import('@cantoo/pdf-lib')
  const key = pdf.PDFName.of
  const document = await pdf.PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false })
  const names = document.catalog.lookupMaybe(key('Names'), pdf.PDFDict)
  const root = names?.lookupMaybe(key('EmbeddedFiles'), pdf.PDFDict)
  const attached = root ? filesUnder(root) : []
  const pdfs = attached.flatMap(pdfOf)
  return { pdfs, left: attached.length - pdfs.length }

  function filesUnder(node: PDFDict, depth = 0): PDFDict[] {
    const inside = node.lookupMaybe(key('Names'), pdf.PDFArray)
    const below = depth < DEEPEST ? node.lookupMaybe(key('Kids'), pdf.PDFArray) : undefined
    const own = Array.from({ length: Math.floor((inside?.size() ?? 0) / 2) }, (_, at) =>
      inside?.lookup(2 * at + 1),
    )
    const kids = Array.from({ length: below?.size() ?? 0 }, (_, at) => below?.lookup(at))
    const isDict = (object: unknown) => object instanceof pdf.PDFDict
    return [...own.filter(isDict), ...kids.filter(isDict).flatMap((kid) => filesUnder(kid, depth + 1))]
  }

  function pdfOf(spec: PDFDict): File[] {
    const embedded = spec.lookupMaybe(key('EF'), pdf.PDFDict)
    const stream = embedded?.lookup(key('F')) ?? embedded?.lookup(key('UF'))
    if (!(stream instanceof pdf.PDFRawStream)) return []
    const data = pdf.decodePDFRawStream(stream).decode()
    const isPdf = new TextDecoder('latin1').decode(data.subarray(0, 1024)).includes('%PDF-')
    if (!isPdf || data.length > PDF_LIMIT) return []
    const said = spec.lookup(key('UF')) ?? spec.lookup(key('F'))
    const isText = said instanceof pdf.PDFString || said instanceof pdf.PDFHexString
    const name = isText ? said.decodeText() : 'paper'
    const named = /\.pdf$/i.test(name) ? name : `${name}.pdf`
    return [new File([data as Uint8Array<ArrayBuffer>], named, { type: 'application/pdf' })]
  }
}
