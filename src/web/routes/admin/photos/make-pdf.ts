import type { KeptPhoto } from './kept-files.ts'
import { preparePhoto } from './prepare-photo.ts'

/** A4, in points. */
const LONG_SIDE_POINTS = 842

/** One at a time, as a phone has little memory. Throws an Error with a plain sentence for an unreadable photo. */
export async function makePdf(
  photos: KeptPhoto[],
  { name, whiten, onPage }: { name: string; whiten: boolean; onPage: (done: number) => void },
): Promise<File> {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const pdf = await PDFDocument.create()
  pdf.setTitle(name)
  for (const [at, { file, turns }] of photos.entries()) {
    const photo = await preparePhoto(file, { turns, whiten }).catch(() => {
      throw new Error(
        `Photo ${at + 1} cannot be read by this browser. Take it off, or save it as JPEG and add it again.`,
      )
    })
    const points = LONG_SIDE_POINTS / Math.max(photo.width, photo.height)
    const page = pdf.addPage([photo.width * points, photo.height * points])
    page.drawImage(await pdf.embedJpg(photo.jpeg), {
      x: 0,
      y: 0,
      width: page.getWidth(),
      height: page.getHeight(),
    })
    onPage(at + 1)
  }
  const bytes = await pdf.save()
  return new File([bytes as Uint8Array<ArrayBuffer>], `${name}.pdf`, { type: 'application/pdf' })
}
