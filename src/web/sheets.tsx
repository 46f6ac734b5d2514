import { use, useEffect, useState } from 'react'
import { Links, useLocation } from 'react-router'
import { FirstStyles } from './first-styles.ts'
import { isOnDesk } from './on-desk.ts'
import fonts from './styles/fonts.css?inline'

const FOREVER = `@layer properties, theme, base, components, utilities;${fonts}`

type Link = React.JSX.IntrinsicElements['link']

/**
 * A visitor's page comes with the styles that it needs, and asks for no sheet before hydration; the sheets, which the
 * next pages need, take over when all of them have come. The desk's pages and development have sheets from the start.
 */
export function Sheets({ links, nonce }: { links: Link[]; nonce: string }) {
  const first = use(FirstStyles)
  const { pathname } = useLocation()
  const [state, setState] = useState<'first' | 'loading' | 'whole'>(
    import.meta.env.DEV || isOnDesk(pathname) ? 'whole' : 'first',
  )
  useEffect(() => setState((now) => (now === 'first' ? 'loading' : now)), [])
  useEffect(() => {
    if (state !== 'loading') return
    const sheets = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    const left = new AbortController()
    const check = () => sheets.every(({ sheet }) => sheet) && setState('whole')
    check()
    for (const sheet of sheets) sheet.addEventListener('load', check, { signal: left.signal })
    return () => left.abort()
  }, [state])
  return (
    <>
      {/* The order of the layers, whichever sheet comes first; and letters, which named anew would change under the reader. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own sheet */}
      <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FOREVER }} />
      {state !== 'whole' && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is made of our own sheets, at build time
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: first }} />
      )}
      {state === 'first' ? links.map((link) => <link key={link.href} {...link} />) : <Links nonce={nonce} />}
    </>
  )
}
