import sharp from 'sharp'
import type { Palette } from '#domain/centre/palette.ts'
import { ICONS, type IconName, type Picture } from '#domain/centre/pictures/drawn-pictures.ts'
import { placeLogo } from './place-logo.ts'
import { LOGO_SIDE } from './shapes.ts'

/** The logo's share of the side; of a maskable icon only the middle 80 % is sure to be seen. */
const SHARE = { paper: 0.74, maskable: 0.54, none: 1 }

export async function drawIcon(
  name: IconName,
  palette: Palette,
  ownLogo: Uint8Array | null,
): Promise<Picture> {
  const { side, ground } = ICONS[name]
  const scale = (side * SHARE[ground]) / LOGO_SIDE
  const space = (side - LOGO_SIDE * scale) / 2
  const placed = await placeLogo(ownLogo, palette, { left: space, top: space, scale })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    ${ground === 'none' ? '' : `<rect width="${side}" height="${side}" fill="${palette.paper}"/>`}
    ${placed.shape}</svg>`
  const png = await sharp(Buffer.from(svg)).composite(placed.layers).png({ compressionLevel: 9 }).toBuffer()
  if (!name.endsWith('.ico')) return { bytes: new Uint8Array(png), contentType: 'image/png' }
  return { bytes: inIco(png, side), contentType: 'image/x-icon' }
}

/** ICO with one PNG, which every browser of the last ten years reads. */
function inIco(png: Buffer, side: number) {
  const head = new DataView(new ArrayBuffer(22))
  head.setUint16(2, 1, true)
  head.setUint16(4, 1, true)
  head.setUint8(6, side)
  head.setUint8(7, side)
  head.setUint16(10, 1, true)
  head.setUint16(12, 32, true)
  head.setUint32(14, png.byteLength, true)
  head.setUint32(18, head.byteLength, true)
  return new Uint8Array([...new Uint8Array(head.buffer), ...png])
}
