import type { Palette } from '#domain/centre/palette.ts'
import { LOGO_SIDE, logo } from './shapes.ts'

/** The centre's own logo, within an SVG: those who read a tab's sign load nothing else from it. */
export function signOf(logo: Uint8Array, contentType: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_SIDE} ${LOGO_SIDE}"><image width="${LOGO_SIDE}" height="${LOGO_SIDE}" href="data:${contentType};base64,${Buffer.from(logo).toString('base64')}"/></svg>`
}

/** Follows the colour scheme, since a browser's tab may be light or dark. */
export function drawSign({ light, dark }: Record<'light' | 'dark', Palette>): string {
  const nightly = '@media(prefers-color-scheme:dark){.day{display:none}.night{display:inline}}'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_SIDE} ${LOGO_SIDE}"><style>${nightly}</style>
    <g class="day">${logo(light)}</g>
    <g class="night" display="none">${logo(dark)}</g></svg>`
}
