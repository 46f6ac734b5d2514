import { createRequire } from 'node:module'
import sharp from 'sharp'
import { type Objects, stream, writePdf } from './write-pdf.ts'

const { resolve } = createRequire(import.meta.url)
const A4_INCHES = [8.27, 11.69] as const

export type Script = 'Latin' | 'Devanagari' | 'Tamil'
export type Scan = {
  lines: string[]
  script?: Script
  dpi?: number
  /** In degrees; by 90 the page is on its side. */
  tilt?: number
  /** Grey paper, with a shadow from one side. */
  greyed?: boolean
  /** The standard deviation of each pixel's noise, of 255. */
  noise?: number
  points?: number
}
export type Picture = { jpeg: Buffer; width: number; height: number }

/** A page of A4 with these lines, as a scanner or a phone leaves it; drawn with fonts that come with the packages. */
export async function drawScan({
  lines,
  script = 'Latin',
  dpi = 200,
  tilt = 0,
  greyed = false,
  noise = 0,
  points = 12,
}: Scan): Promise<Picture> {
  const [width, height] = A4_INCHES.map((inches) => Math.round(inches * dpi)) as [number, number]
  const size = Math.round((points * dpi) / 72)
  const fontfile = resolve(
    `@expo-google-fonts/anek-${script.toLowerCase()}/400Regular/Anek${script}_400Regular.ttf`,
  )
  const text = lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')).join('\n')
  const made = { text, font: `Anek ${script} ${size}`, fontfile, dpi: 72, width: Math.round(width * 0.8) }
  const printed = await sharp({ text: { ...made, rgba: true, spacing: Math.round(size * 0.35) } })
    .png()
    .toBuffer()
  const page = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite([{ input: printed, left: Math.round(width * 0.1), top: Math.round(height * 0.08) }])
    .png()
    .toBuffer()
  const isLying = Math.abs(tilt) % 180 === 90
  const [wide, high] = isLying ? [height, width] : [width, height]
  const turned = await sharp(page)
    .rotate(tilt, { background: '#fff' })
    .resize({ width: wide, height: high, fit: 'cover' })
    .greyscale()
    .raw()
    .toBuffer()
  const pixels = turned.map((value, at) => {
    const shade = greyed ? 0.62 + 0.3 * ((at % wide) / wide) : 1
    return Math.min(255, Math.max(0, (greyed ? 30 + value * 0.85 : value) * shade + gaussian(at) * noise))
  })
  const jpeg = await sharp(pixels, { raw: { width: wide, height: high, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 75 })
    .toBuffer()
  return { jpeg, width: wide, height: high }
}

/** Pictures alone, a page each, upright or wide as they are: no text of its own. */
export function scanPdf(pages: Picture[]): Buffer {
  const objects: Objects = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Kids[${pages.map((_, at) => `${10 + at * 3} 0 R`).join(' ')}]/Count ${pages.length}>>`,
  }
  for (const [at, { jpeg, width, height }] of pages.entries()) {
    const page = 10 + at * 3
    const [across, up] = width > height ? [842, 595] : [595, 842]
    objects[page] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${across} ${up}]/Contents ${page + 1} 0 R/Resources<</XObject<</I ${page + 2} 0 R>>>>>>`
    objects[page + 1] = stream('', `q ${across} 0 0 ${up} 0 0 cm /I Do Q`)
    const entries = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/DCTDecode`
    objects[page + 2] = stream(entries, jpeg)
  }
  return writePdf(objects)
}

/** The same for the same place: about normal, from four hashes. */
function gaussian(at: number): number {
  let sum = 0
  for (let turn = 1; turn <= 4; turn++) {
    let bits = Math.imul(at + turn * 0x9e3779b1, 0x85ebca6b)
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
    sum += ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32 - 0.5
  }
  return sum * 1.73
}
