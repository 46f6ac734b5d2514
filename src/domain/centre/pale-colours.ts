import { contrast } from './contrast.ts'
import { type ColourName, type Palette, palettesOf } from './palette.ts'

/** What writing needs against its ground (WCAG 2.2, AA). */
export const TEXT_CONTRAST = 4.5
/** --on-mark in app.css. */
export const ON_MARK = '#14233f'
const WRITTEN = ['ink', 'quiet', 'pen', 'marginRed', 'ticked'] as const

export type PaleColour = { look: 'light' | 'dark'; name: ColourName; ratio: number; ground: string }

/** Colours that cannot be read; on the highlighter, text is the light ink in both looks. */
export function findPaleColours(centre: {
  colours: Record<'light' | 'dark', { [Name in ColourName]?: string | undefined }>
}): PaleColour[] {
  const palettes = palettesOf(centre)
  return (['light', 'dark'] as const).flatMap((look) => paleIn(look, palettes[look]))
}

function paleIn(look: 'light' | 'dark', colours: Palette): PaleColour[] {
  const marked = contrast(ON_MARK, colours.mark)
  const onMark: PaleColour[] =
    marked < TEXT_CONTRAST ? [{ look, name: 'mark', ratio: marked, ground: 'the writing on it' }] : []
  const written = WRITTEN.flatMap((name) =>
    (['paper', 'sheet'] as const).flatMap((ground) => {
      const ratio = contrast(colours[name], colours[ground])
      return ratio < TEXT_CONTRAST ? [{ look, name, ratio, ground }] : []
    }),
  )
  return [...onMark, ...written]
}
