import { Bold, Link2, List } from 'lucide-react'
import { useRef } from 'react'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '../icon-button.tsx'
import { useFault, useFieldPlace, useSiteEditor } from './field-language.ts'

const BUTTONS = [
  { kind: 'bold', name: 'Bold', keys: 'Control+B', Icon: Bold },
  { kind: 'link', name: 'Link', keys: 'Control+K', Icon: Link2 },
  { kind: 'list', name: 'List', keys: undefined, Icon: List },
] as const

const RULE = 'Marks: **bold** and [words](/practice).'
const BLOCKS = 'Marks: **bold**, [words](/practice), and “- ” before each item of a list.'
const LEADS = 'to a page of this site, https://, mailto: or tel:'

type MarkedFieldProps = { path: string; rows?: number; hasBlocks?: boolean }

/** A longer text with its few marks, put by buttons or by keys, and said next to it. */
export function MarkedField({ path: first, rows = 3, hasBlocks = false }: MarkedFieldProps) {
  const { path, hint: rule, lang, kept } = useFieldPlace(first)
  const { value, set, leave, isPublishing } = useSiteEditor()
  const area = useRef<HTMLTextAreaElement>(null)
  const label = fieldLabel(first)
  const fault = useFault(path)
  const hint = [rule, hasBlocks ? BLOCKS : RULE].filter(Boolean).join(lang ? '\n' : ' ')
  const kinds = BUTTONS.filter(({ kind }) => hasBlocks || kind !== 'list')

  function mark(kind: MarkKind) {
    if (area.current && !isPublishing) put(area.current, kind, (text) => set(path, kept(text)))
  }

  return (
    <div className="site-marked">
      <Field label={label} error={fault} hint={hint}>
        {(field) => (
          <>
            <div
              role="toolbar"
              aria-label={`Marks: ${label}`}
              aria-controls={field.id}
              className="site-marks"
            >
              {kinds.map(({ kind, name, keys, Icon }) => (
                <IconButton
                  Mark={Icon}
                  key={kind}
                  name={name}
                  aria-keyshortcuts={keys}
                  title={[name, kind === 'link' && LEADS, keys && `(${keys.replace('Control', 'Ctrl')})`]
                    .filter(Boolean)
                    .join(' ')}
                  onClick={() => mark(kind)}
                />
              ))}
            </div>
            <textarea
              {...field}
              ref={area}
              name={path}
              lang={lang}
              rows={rows}
              className="input site-area"
              value={String(value(path) ?? '')}
              readOnly={isPublishing}
              onChange={(event) => set(path, kept(event.target.value))}
              onBlur={() => leave(path)}
              onKeyDown={(event) => {
                const kind = (event.ctrlKey || event.metaKey) && KEYS[event.key.toLowerCase()]
                if (!kind || event.shiftKey || event.altKey) return
                event.preventDefault()
                mark(kind)
              }}
            />
          </>
        )}
      </Field>
    </div>
  )
}

const KEYS: Record<string, MarkKind> = { b: 'bold', k: 'link' }

/** As if it were typed, so that Ctrl+Z takes it back; where the browser cannot, the text is set whole. */
function put(area: HTMLTextAreaElement, kind: MarkKind, set: (text: string) => void) {
  const { value: text, selectionStart, selectionEnd } = area
  const {
    from,
    to,
    put: typed,
    start,
    end,
  } = putMark({ text, start: selectionStart, end: selectionEnd }, kind)
  area.focus()
  area.setSelectionRange(from, to)
  if (!document.execCommand('insertText', false, typed)) {
    area.setRangeText(typed, from, to)
    set(area.value)
  }
  area.setSelectionRange(start, end)
}

type Typed = { text: string; start: number; end: number }
type MarkKind = 'bold' | 'link' | 'list'

/** What comes in the place of the letters from `from` to `to`, and what is chosen then. */
type Change = { from: number; to: number; put: string; start: number; end: number }

/** Marks what is chosen, or takes its mark away. */
export function putMark({ text, start, end }: Typed, kind: MarkKind): Change {
  if (kind === 'list') return putList({ text, start, end })
  return kind === 'bold' ? putBold({ text, start, end }) : putLink({ text, start, end })
}

function putBold({ text, start, end }: Typed): Change {
  const chosen = text.slice(start, end)
  if (text.slice(start - 2, start) === '**' && text.slice(end, end + 2) === '**')
    return { from: start - 2, to: end + 2, put: chosen, start: start - 2, end: end - 2 }
  if (/^\*\*[^*]+\*\*$/.test(chosen))
    return { from: start, to: end, put: chosen.slice(2, -2), start, end: end - 4 }
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(chosen) ?? []
  const at = start + before.length + 2
  const said = words || 'bold'
  return { from: start, to: end, put: `${before}**${said}**${after}`, start: at, end: at + said.length }
}

/** An address that was chosen becomes the link's, and anything else its words; what is missing is chosen to be typed. */
function putLink({ text, start, end }: Typed): Change {
  const chosen = text.slice(start, end)
  const isAddress = /^(https:|mailto:|tel:|\/)\S+$/.test(chosen)
  const words = isAddress ? 'words' : chosen || 'words'
  const address = isAddress ? chosen : 'https://'
  const put = `[${words}](${address})`
  const at = start + (isAddress || !chosen ? 1 : put.length - address.length - 1)
  return { from: start, to: end, put, start: at, end: at + (isAddress || !chosen ? words : address).length }
}

function putList({ text, start, end }: Typed): Change {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const after = text.indexOf('\n', end)
  const to = after === -1 ? text.length : after
  const lines = text.slice(from, to).split('\n')
  const isList = lines.every((line) => /^- /.test(line))
  const put = lines.map((line) => (isList ? line.slice(2) : `- ${line.replace(/^- /, '')}`)).join('\n')
  return { from, to, put, start: from + put.length, end: from + put.length }
}
