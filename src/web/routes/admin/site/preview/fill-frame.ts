import slideshowSheet from '../../../visitor/slideshow/slideshow.css?url'

export type Look = 'light' | 'dark'

/** Always and never true, in the place of what the device prefers. */
const ALWAYS = '(min-width: 0px)'
const NEVER = '(max-width: 0px)'

/**
 * Puts a page into the frame as this look has it, where the reader had scrolled to. It is parsed within the frame, whose
 * policy allows the styles that a page comes with; the desk's own does not.
 */
export function fillFrame(frame: HTMLIFrameElement, html: string, look: Look, opensSlides: boolean): void {
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) return
  const { scrollY } = contentWindow
  const { documentElement } = contentDocument
  documentElement.lang = /<html\b[^>]* lang="([^"]+)"/.exec(html)?.[1] ?? 'en-IN'
  documentElement.style.colorScheme = look
  documentElement.innerHTML = inLook(withoutScripts(html), look)
  // Its links lead nowhere, its fields are nobody's, and it takes no focus from the form.
  contentDocument.body.inert = true
  if (opensSlides) showSlides(contentDocument)
  keepLook(contentDocument, look)
  contentWindow.scrollTo(0, scrollY)
}

/** Their styles come with what turns them, which does not run here. */
function showSlides(page: Document) {
  const sheet = Object.assign(page.createElement('link'), { rel: 'stylesheet', href: slideshowSheet })
  page.head.append(sheet)
  const dialog = page.querySelector<HTMLDialogElement>('dialog.slideshow')
  if (!dialog) return
  // A modal one would take the focus from the form.
  dialog.open = true
  Object.assign(dialog.style, { position: 'fixed', insetBlock: '0', height: 'fit-content', zIndex: '20' })
}

function withoutScripts(html: string) {
  return html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
    .replace(/<link [^>]*rel="(?:modulepreload|manifest)"[^>]*>/g, '')
}

/** Sheets that the page asks for come later: the slides', and all of them under `npm run dev`. */
function keepLook(page: Document, look: Look) {
  for (const link of page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    link.addEventListener('load', () => link.sheet && turnRules(link.sheet.cssRules, look))
}

function turnRules(rules: CSSRuleList, look: Look) {
  for (const rule of rules) {
    // Of the frame's own kind, so that `instanceof` knows none.
    const { media, cssRules } = rule as Partial<CSSMediaRule>
    if (media?.mediaText.includes('prefers-color-scheme')) media.mediaText = inLook(media.mediaText, look)
    if (cssRules) turnRules(cssRules, look)
  }
}

function inLook(html: string, look: Look) {
  return html
    .replace(/\(prefers-color-scheme:\s*dark\)/g, look === 'dark' ? ALWAYS : NEVER)
    .replace(/\(prefers-color-scheme:\s*light\)/g, look === 'light' ? ALWAYS : NEVER)
}
