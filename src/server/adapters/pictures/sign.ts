import type { Palette } from '#domain/centre/palette.ts'
import { LOGO_SIDE, logo } from './shapes.ts'

/** Follows the colour scheme, since a browser's tab may be light or dark. */
export function drawSign({ light, dark }: Record<'light' | 'dark', Palette>): string {
  const nightly = '@media(prefers-color-scheme:dark){.day{display:none}.night{display:inline}}'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${LOGO_SIDE} ${LOGO_SIDE}"><style>${nightly}</style>
    <g class="day">${logo(light)}</g>
    <g class="night" display="none">${logo(dark)}</g></svg>`
}
