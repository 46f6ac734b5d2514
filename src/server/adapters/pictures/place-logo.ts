import sharp, { type OverlayOptions } from 'sharp'
import type { Palette } from '#domain/centre/palette.ts'
import { LOGO_SIDE, logo } from './shapes.ts'

/** The centre's own logo as a layer, or the site's sign as a shape of the ground; `scale` is of the sign's side. */
export async function placeLogo(
  own: Uint8Array | null,
  palette: Palette,
  { left, top, scale }: { left: number; top: number; scale: number },
): Promise<{ shape: string; layers: OverlayOptions[] }> {
  if (!own) return { shape: logo(palette, `translate(${left} ${top}) scale(${scale})`), layers: [] }
  const side = Math.round(LOGO_SIDE * scale)
  const input = await sharp(own).resize(side, side).png({ compressionLevel: 0 }).toBuffer()
  return { shape: '', layers: [{ input, left: Math.round(left), top: Math.round(top) }] }
}
