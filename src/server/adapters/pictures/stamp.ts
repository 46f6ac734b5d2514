import sharp from 'sharp'
import type { Palette } from '#domain/centre/palette.ts'
import { drawLine, type Letters, onBaseline, type Text } from './letters.ts'

const HEIGHT = 58
const EDGE_SPACE = 4

export async function drawStamp(word: string, { ticked, sheet }: Palette): Promise<Text> {
  const letters: Letters = { weight: 'bold', size: 31, colour: ticked }
  const text = await drawLine(word, letters, 0.08)
  const [width, height] = [text.ink + 40, HEIGHT]
  const outline = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width + 2 * EDGE_SPACE}" height="${height + 2 * EDGE_SPACE}" fill="none" stroke="${ticked}">
      <g transform="translate(${EDGE_SPACE} ${EDGE_SPACE})">
        <rect width="${width}" height="${height}" rx="6" fill="${sheet}" stroke-width="4"/>
        <rect x="5.5" y="5.5" width="${width - 11}" height="${height - 11}" rx="2" stroke-width="1.5" opacity=".45"/></g></svg>`,
  )
  const flat = await sharp(outline)
    .composite([onBaseline(text, letters, { x: EDGE_SPACE + 20, y: EDGE_SPACE + 40 })])
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width: w, height: h } = flat.info
  const { data, info } = await sharp(flat.data, { raw: { width: w, height: h, channels: 4 } })
    .rotate(-3, { background: '#0000' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height, ink: info.width }
}
