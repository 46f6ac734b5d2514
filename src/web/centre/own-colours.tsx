import { useEffect, useRef, useState } from 'react'
import type { Centre } from '#domain/centre/centre.ts'
import type { Palette } from '#domain/centre/palette.ts'

/** CSS that overrides, wherever it is, the design's colours; '' when the centre has none of its own. */
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

/**
 * The centre's own colours come with the page, whose policy allows this one style. Others, which the admin area has published
 * since, are put next to it as a sheet made by script, which no policy forbids.
 */
export function OwnColoursStyle({ colours, nonce }: { colours: string; nonce: string }) {
  const [first] = useState(colours)
  const style = useRef<HTMLStyleElement>(null)
  useEffect(() => {
    if (colours === first) return
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(colours)
    const came = style.current?.sheet
    if (came) came.disabled = true
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
      if (came) came.disabled = false
    }
  }, [colours, first])
  if (!first) return null
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: names and colours that the schema allows, and nothing else
    <style ref={style} nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: first }} />
  )
}
