import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Links, useLocation } from 'react-router'
import { FirstStyles } from './first-styles.ts'
import { isOnDesk } from './on-desk.ts'
import fonts from './styles/fonts.css?inline'

const FOREVER = `@layer properties, theme, base, components, utilities;${fonts}`

type Link = React.JSX.IntrinsicElements['link']

/**
 * A visitor's page comes with the styles that it needs, and asks for no sheet before hydration. They stay beside the
 * sheets until another page is shown: to take styles away is to let letters that came late take the place of others,
 * under the reader's eyes. The desk's pages and development have sheets from the start.
 */
export function Sheets({ links, nonce }: { links: Link[]; nonce: string }) {
  const first = use(FirstStyles)
  const { pathname } = useLocation()
  const [cameWith] = useState(import.meta.env.DEV || isOnDesk(pathname) ? null : pathname)
  const [isHydrated, setHydrated] = useState(false)
  const inUse = useRef<HTMLLinkElement[]>([])
  useEffect(() => {
    inUse.current = sheetsOfPage().filter(({ sheet }) => sheet)
    setHydrated(true)
  }, [])
  const [isFirst, setFirst] = useState(cameWith !== null)
  // One without the next would move the page for a moment: all are used at once, when the last has come or failed.
  useLayoutEffect(() => {
    if (!isHydrated || cameWith === null) return
    // Those that another page has brought are there at once.
    const sheets = sheetsOfPage().filter((link) => !inUse.current.includes(link))
    if (sheets.every(({ sheet }) => sheet)) return
    const all = sheets.map(async (link) => {
      if (!link.sheet) {
        link.media = 'not all'
        await settled(link)
      }
      // To enable it is to append it, which leaves the letters as they are; another medium does not.
      if (link.sheet) link.sheet.disabled = true
      link.media = ''
    })
    void Promise.all(all).then(() => {
      // One that a frame has seen with its medium would count as there, and those before it as inserted: letters anew.
      void getComputedStyle(document.documentElement).color
      for (const { sheet } of sheets) if (sheet) sheet.disabled = false
    })
  }, [isHydrated, cameWith])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page brings sheets.
  useEffect(nameSheets, [isHydrated, pathname])
  useEffect(() => {
    if (!isFirst || pathname === cameWith) return
    let isLeft = false
    const sheets = sheetsOfPage()
    void Promise.all(sheets.map(settled)).then(() => {
      if (!isLeft) setFirst(!sheets.every(({ sheet }) => sheet))
    })
    return () => {
      isLeft = true
    }
  }, [isFirst, pathname, cameWith])
  return (
    <>
      {/* The order of the layers, whichever sheet comes first; and letters, which named anew would change under the reader. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it is our own sheet */}
      <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: FOREVER }} />
      {isFirst && (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: it is made of our own sheets, at build time
        <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: first }} />
      )}
      {isHydrated || cameWith === null ? (
        <Links nonce={nonce} />
      ) : (
        links.map((link) => <link key={link.href} {...link} />)
      )}
    </>
  )
}

function sheetsOfPage() {
  return [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]:not([disabled])')]
}

/**
 * React Router ends the addresses of sheets that later imports need as well with "#". The bundler then misses them under
 * their own addresses and adds them again, behind the page's, which would move it: a link that is never used says that
 * they are there.
 */
function nameSheets() {
  for (const { href } of sheetsOfPage()) {
    const plain = href.replace(/#$/, '')
    if (plain === href || document.head.querySelector(`link[href="${plain}"]`)) continue
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: plain })
    link.disabled = true
    document.head.append(link)
  }
}

/** Resolves when all sheets of the page have come or failed. */
export async function sheetsSettled(): Promise<void> {
  await Promise.all(sheetsOfPage().map(settled))
}

function settled(link: HTMLLinkElement) {
  return new Promise<void>((resolve) => {
    if (link.sheet) resolve()
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve(), { once: true })
  })
}
