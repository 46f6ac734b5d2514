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
