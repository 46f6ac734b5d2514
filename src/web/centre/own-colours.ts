import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'

/** CSS that overrides, wherever it stands, the design's colours; '' when the centre has none of its own. */
export function ownColours({ light, dark }: Centre['colours']): string {
  const rules = [ruleOf(light), ruleOf(dark) && `@media (prefers-color-scheme: dark){${ruleOf(dark)}}`]
  return rules.filter(Boolean).join('')
}

function ruleOf(palette: Partial<Palette>) {
  const tokens = Object.entries(palette).map(([name, colour]) => `--${tokenOf(name)}:${colour}`)
  return tokens.length > 0 ? `:root:root{${tokens.join(';')}}` : ''
}

function tokenOf(name: string) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
