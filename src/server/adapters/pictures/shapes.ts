import type { Palette } from '#domain/centre/palette.ts'
import { SHARE_SIZE } from '#domain/centre/pictures/given-pictures.ts'

/** As in app.css. */
const LINE = '#dde7f3'
export const EDGE = '#c9d6e6'
const GRID = 30

export function graphPaper({ paper }: Palette, ...shapes: string[]): Buffer {
  const { width, height } = SHARE_SIZE
  const lines = [
    ...steps(width).map((x) => `M${x} 0V${height}`),
    ...steps(height).map((y) => `M0 ${y}H${width}`),
  ].join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none">
      <rect width="${width}" height="${height}" fill="${paper}"/>
      <path d="${lines}" stroke="${LINE}" stroke-width="1.5"/>${shapes.join('')}</svg>`,
  )
}

function steps(length: number) {
  return Array.from({ length: Math.ceil(length / GRID) }, (_, at) => at * GRID + 15.5)
}

export const LOGO_SIDE = 34
/** As in src/web/routes/visitor/layout/site-header.tsx. */
export function logo({ ink, marginRed, pen, sheet }: Palette, transform = ''): string {
  return `<g transform="${transform}" fill="none">
    <rect x="3" y="2" width="24" height="30" rx="2" stroke="${ink}" stroke-width="2.4" fill="${sheet}"/>
    <path d="M9 2v30" stroke="${marginRed}" stroke-width="1.6"/>
    <path d="m13 19 5 5L31 9" stroke="${pen}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></g>`
}

export function highlight({ mark }: Palette, x: number, y: number, width: number, height: number): string {
  return `<path d="M${x} ${y + 2}l${width} -3l-2 ${height}l${-width + 1} 3Z" fill="${mark}"/>`
}

/** `share` (0 to 1) of `one`; colours as #rrggbb. */
export function mixed(one: string, other: string, share: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [a, b] = [one, other].map((colour) => Number.parseInt(colour.slice(at, at + 2), 16))
    return Math.round((a as number) * share + (b as number) * (1 - share))
  })
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
