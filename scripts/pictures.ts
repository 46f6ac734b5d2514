import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { takePictures } from './support/take-pictures.ts'

/** The edges of letters differ by less than a tenth from run to run; nobody sees it. */
const UNSEEN = 24

/**
 * `take DIR [part of a name]`: each page, light and dark, at three widths. `compare BEFORE AFTER [DIR]`: names, and
 * renders in DIR, the pictures that differ; exits with 1 when there are any.
 */
const [verb, ...folders] = process.argv.slice(2)
if (verb === 'take' && folders[0]) await take(folders[0], folders[1])
else if (verb === 'compare' && folders[0] && folders[1]) await compare(folders[0], folders[1], folders[2])
else {
  console.error('Usage: npm run pictures -- take DIR [part of a name] | compare BEFORE AFTER [DIR]')
  process.exitCode = 2
}

async function take(folder: string, part = '') {
  await mkdir(folder, { recursive: true })
  await takePictures(folder, part)
}

async function compare(before: string, after: string, rendered?: string) {
  const names = [...new Set([...(await picturesIn(before)), ...(await picturesIn(after))])].sort()
  if (rendered) {
    await rm(rendered, { recursive: true, force: true })
    await mkdir(rendered, { recursive: true })
  }
  let different = 0
  for (const name of names) {
    const said = await difference(join(before, name), join(after, name), rendered && join(rendered, name))
    if (!said) continue
    different += 1
    console.log(`${name}: ${said}`)
  }
  console.log(`${different} of ${names.length} pictures differ.`)
  if (different > 0) process.exitCode = 1
}

async function picturesIn(folder: string) {
  return (await readdir(folder)).filter((name) => name.endsWith('.png'))
}

/** Null when the pictures are equal. */
async function difference(before: string, after: string, rendered?: string): Promise<string | null> {
  const pictures = await Promise.all([before, after].map(readPixels))
  const [one, two] = pictures
  if (!one || !two) return one ? 'is gone' : 'is new'
  const [width, height] = [Math.max(one.width, two.width), Math.max(one.height, two.height)]
  const marked = Buffer.alloc(width * height * 3, 255)
  let pixels = 0
  let [top, bottom] = [height, 0]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isAlike(one.at(x, y), two.at(x, y))) continue
      pixels += 1
      top = Math.min(top, y)
      bottom = y
      marked.set([220, 0, 30], (y * width + x) * 3)
    }
  }
  if (pixels === 0) return null
  if (rendered) await renderBeside([before, after], marked, { width, height }, rendered)
  const size = one.height === two.height ? '' : `, ${one.height} px high before, ${two.height} after`
  return `${pixels} pixels from ${top} to ${bottom} px${size}`
}

function isAlike(one: number, other: number): boolean {
  if (one < 0 || other < 0) return one === other
  return [16, 8, 0].every((shift) => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= UNSEEN)
}

async function readPixels(path: string) {
  const read = sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { data, info } = (await read.catch(() => null)) ?? {}
  if (!data || !info) return null
  const { width, height } = info
  const at = (x: number, y: number) =>
    x < width && y < height ? data.readUIntBE((y * width + x) * 3, 3) : -1
  return { width, height, at }
}

async function renderBeside(
  paths: string[],
  marked: Buffer,
  { width, height }: { width: number; height: number },
  to: string,
) {
  const marks = await sharp(marked, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer()
  await sharp({ create: { width: width * 3, height, channels: 3, background: '#888' } })
    .composite([...paths, marks].map((input, nth) => ({ input, left: nth * width, top: 0 })))
    .png()
    .toFile(to)
}
