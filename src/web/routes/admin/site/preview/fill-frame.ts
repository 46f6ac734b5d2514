import slideshowSheet from '../../../visitor/slideshow/slideshow.css?url'

export type Look = 'light' | 'dark'

/** Always and never true, in the place of what the device prefers. */
const ALWAYS = '(min-width: 0px)'
const NEVER = '(max-width: 0px)'

const SHEET = /<link [^>]*rel="stylesheet"[^>]*>/g

/**
 * Puts a page into the frame as this look has it, where the reader had scrolled to. It is parsed within the frame, whose
 * policy allows styles in the page; the desk's own does not.
 */
export async function fillFrame(
  frame: HTMLIFrameElement,
  html: string,
  look: Look,
  opensSlides: boolean,
): Promise<void> {
  const styled = await withStyles(html, opensSlides ? [slideshowSheet] : [])
  const { contentDocument, contentWindow } = frame
  if (!contentDocument || !contentWindow) return
  const { scrollY } = contentWindow
  const { documentElement } = contentDocument
  documentElement.lang = /<html\b[^>]* lang="([^"]+)"/.exec(html)?.[1] ?? 'en-IN'
  documentElement.style.colorScheme = look
  documentElement.innerHTML = inLook(withoutScripts(styled), look)
  // Its links lead nowhere, its fields are nobody's, and it takes no focus from the form.
  contentDocument.body.inert = true
  if (opensSlides) showSlides(contentDocument)
  contentWindow.scrollTo(0, scrollY)
}

/** With its sheets, and `more`, written into it: linked they would come later, and the page be bare at each change. */
async function withStyles(html: string, more: string[]): Promise<string> {
  const links = html.match(SHEET) ?? []
  const own = links.map((link) => /href="([^"#]+)/.exec(link)?.[1] ?? '')
  // Vite answers with a script where none asks for a sheet.
  const asSheet = { headers: { Accept: 'text/css' }, cache: 'force-cache' } as const
  const texts = [...own, ...more].map(async (href) => await (await fetch(href, asSheet)).text())
  const style = `<style>${(await Promise.all(texts)).join('\n')}</style>`
  let isWritten = false
  return html.replace(SHEET, () => {
    if (isWritten) return ''
    isWritten = true
    return style
  })
}

/** Open, though what turns them does not run here. */
function showSlides(page: Document) {
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

function inLook(html: string, look: Look) {
  return html
    .replace(/\(prefers-color-scheme:\s*dark\)/g, look === 'dark' ? ALWAYS : NEVER)
    .replace(/\(prefers-color-scheme:\s*light\)/g, look === 'light' ? ALWAYS : NEVER)
}
