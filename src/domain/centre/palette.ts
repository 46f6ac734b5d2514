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

/** Backgrounds, text, links and buttons, highlighter, margin and errors, answers. */
export const COLOURS = ['paper', 'sheet', 'ink', 'quiet', 'pen', 'mark', 'marginRed', 'ticked'] as const
export type ColourName = (typeof COLOURS)[number]
export type Palette = Record<ColourName, string>

/** As #rrggbb; app.css has the same, which a test ensures. */
export const LIGHT: Palette = {
  paper: '#fdfcf7',
  sheet: '#ffffff',
  ink: '#14233f',
  quiet: '#51607a',
  pen: '#2340bf',
  mark: '#ffe45c',
  marginRed: '#c3283f',
  ticked: '#0f6b4f',
}
export const DARK: Palette = {
  paper: '#11231e',
  sheet: '#18302a',
  ink: '#ecf3ee',
  quiet: '#a9bdb3',
  pen: '#9db8ff',
  mark: '#ffe45c',
  marginRed: '#ff8a96',
  ticked: '#7fd8b4',
}

export function palettesOf(centre: { colours: { light: Partial<Palette>; dark: Partial<Palette> } }) {
  return { light: { ...LIGHT, ...centre.colours.light }, dark: { ...DARK, ...centre.colours.dark } }
}

/** From 1 (the same) to 21 (black on white), of colours as #rrggbb; WCAG 2.2, "contrast ratio". */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
