import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Eye, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { PREVIEW_FRAME, PREVIEW_PAGES, type PreviewPath } from '#domain/centre/centre.ts'
import { checkCentre } from '#domain/centre/check-centre.ts'
import { fieldName } from '#domain/centre/field-names.ts'
import slideshowSheet from '#web/routes/visitor/slideshow/slideshow.css?url'
import { callAdmin } from '../client/call-admin.ts'
import { failureOf } from '../client/call-error.ts'
import { useFieldLanguage, useSiteEditor } from './field-language.ts'

type Look = 'light' | 'dark'

/** Always and never true, in the place of what the device prefers. */
const ALWAYS = '(min-width: 0px)'
const NEVER = '(max-width: 0px)'

const SHEET = /<link [^>]*rel="stylesheet"[^>]*>/g

/**
 * Puts a page into the frame as this look has it, where the reader had scrolled to. It is parsed within the frame, whose
 * policy allows styles in the page; the admin area's own does not.
 */
async function fillFrame(
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

const WIDTHS = { phone: 360, desktop: 1280 }
export type PreviewSize = keyof typeof WIDTHS

const PAUSE_MS = 400

type SitePreviewProps = {
  size: PreviewSize
  onSize: (size: PreviewSize) => void
  /** What is being changed, and the page that shows it best until another one is chosen. */
  group: string
  shown: PreviewPath
  /** Whether it is a dialog over the form. */
  isOver?: boolean
}

/** The real page with what is typed and not published, made again when typing pauses. */
export function SitePreview({ size, onSize, group, shown, isOver = false }: SitePreviewProps) {
  const id = useId()
  const [chosen, setChosen] = useState<{ path: PreviewPath; group: string } | null>(null)
  const path = chosen?.group === group ? chosen.path : shown
  const [look, setLook] = useState<Look>('light')
  const language = useFieldLanguage()
  const { typed, published } = useSiteEditor()
  const document = usePaused(JSON.stringify(typed))
  const checked = checkCentre(JSON.parse(document), published ? [published.centre] : [])
  const wrong = 'faults' in checked ? checked.faults[0] : undefined
  const rendered = useQuery({
    queryKey: ['site-preview', path, language, document],
    queryFn: ({ signal }) =>
      callAdmin((api) => api.site.preview.$post({ json: { path, language, centre: JSON.parse(document) } }), {
        signal,
      }),
    enabled: !wrong,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const failure = failureOf(rendered, 'The preview could not be loaded. Check your connection.')
  return (
    <section aria-labelledby={id} className="site-preview">
      <div className="site-preview-head">
        {isOver ? (
          <div className="flex w-full items-center justify-between gap-2">
            <Dialog.Title id={id} className="text-[1.375rem]">
              Preview
            </Dialog.Title>
            <Dialog.Close className="icon-button -mr-2" aria-label="Close the preview">
              <X aria-hidden="true" className="size-5" />
            </Dialog.Close>
          </div>
        ) : (
          <h2 id={id} className="mr-auto text-[1.375rem]">
            Preview
          </h2>
        )}
        <select
          className="input"
          aria-label="Page"
          value={path}
          onChange={(event) => setChosen({ path: event.target.value as PreviewPath, group })}
        >
          {PREVIEW_PAGES.map(({ path, name }) => (
            <option key={path} value={path}>
              {name}
            </option>
          ))}
        </select>
        <Switch label="Width" value={size} onChange={onSize} names={{ phone: 'Phone', desktop: 'Desktop' }} />
        <Switch label="Look" value={look} onChange={setLook} names={{ light: 'Light', dark: 'Dark' }} />
      </div>
      <p role="status" className="text-quiet text-sm">
        {wrong ? `Goes on when “${fieldName(wrong.field)}” is corrected.` : failure}
      </p>
      <Frame
        html={rendered.data?.html ?? ''}
        width={WIDTHS[size]}
        look={look}
        opensSlides={group === 'slides'}
        name={PREVIEW_PAGES.find((page) => page.path === path)?.name ?? ''}
      />
    </section>
  )
}

type FrameProps = { html: string; width: number; look: Look; opensSlides: boolean; name: string }

/** As wide as the page's window, and rendered smaller where there is less room. */
function Frame({ html, width, look, opensSlides, name }: FrameProps) {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setReady] = useState(false)
  const [room, setRoom] = useState(width)
  useEffect(() => {
    if (frame.current && isReady && html) fillFrame(frame.current, html, look, opensSlides).catch(() => {})
  }, [html, look, opensSlides, isReady])
  useEffect(() => {
    if (!place.current) return
    const sizes = new ResizeObserver(([entry]) => entry && setRoom(entry.contentRect.width))
    sizes.observe(place.current)
    return () => sizes.disconnect()
  }, [])
  const scale = Math.min(1, room / width)
  return (
    <div ref={place} className="site-frame" data-empty={html ? undefined : ''}>
      <iframe
        ref={frame}
        src={PREVIEW_FRAME}
        title={`${name} as it would be`}
        tabIndex={-1}
        style={{ width, height: `${100 / scale}%`, scale }}
        onLoad={() => setReady(true)}
      />
    </div>
  )
}

/** What it was when it last stood still. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/**
 * Where the preview is below the form, it opens over it, so that nobody scrolls there and back while typing; and
 * where a desktop's page is rendered smaller next to the form.
 */
export function SeeThePage(preview: Omit<SitePreviewProps, 'isOver'>) {
  return (
    <Dialog.Root>
      <Dialog.Trigger
        className={preview.size === 'phone' ? 'button button-line lg:hidden' : 'button button-line'}
        title="See the page"
      >
        <Eye aria-hidden="true" className="size-5" />
        <span className="see-the-page">See the page</span>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="backdrop" />
        <Dialog.Popup className="dialog site-preview-over">
          <SitePreview {...preview} isOver />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type SwitchProps<Value extends string> = {
  label: string
  value: Value
  names: Record<Value, string>
  /** Of a name, where it is not English. */
  langs?: Partial<Record<Value, string>>
  onChange: (value: Value) => void
}

export function Switch<Value extends string>({ label, value, names, langs, onChange }: SwitchProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons of which one is chosen, and no fields of the form
    <div role="group" aria-label={label} className="flex gap-1">
      {(Object.entries(names) as [Value, string][]).map(([each, name]) => (
        <button
          key={each}
          type="button"
          className="page-number"
          lang={langs?.[each]}
          aria-current={each === value ? 'true' : undefined}
          onClick={() => onChange(each)}
        >
          {name}
        </button>
      ))}
    </div>
  )
}
