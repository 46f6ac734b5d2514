import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'

/** The rules that put the centre's own colours in the design's place; nothing when there are none. */
export function ownColours({ light, dark }: Centre['colours']): string {
  const rules = [ruleOf(light), ruleOf(dark) && `@media (prefers-color-scheme: dark){${ruleOf(dark)}}`]
  return rules.filter(Boolean).join('')
}

function ruleOf(palette: Partial<Palette>) {
  const tokens = Object.entries(palette).map(([name, colour]) => `--${tokenOf(name)}:${colour}`)
  return tokens.length > 0 ? `:root{${tokens.join(';')}}` : ''
}

/** `marginRed` is `--margin-red` in the sheets. */
function tokenOf(name: string) {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
