import { useEffect, useRef, useState } from 'react'

/**
 * The centre's own colours come with the page, whose policy allows this one style. Others, which the desk has published
 * since, are put beside it as a sheet made by script, which no policy forbids.
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
