import { Bold, Link2, List } from 'lucide-react'
import { useRef } from 'react'
import { fieldLabel } from '#domain/centre/field-names.ts'
import { Field } from '#web/ui/forms/field.tsx'
import { useFault, useFieldPlace, useSiteDesk } from './field-language.ts'
import { type MarkKind, putMark } from './put-mark.ts'

const BUTTONS = [
  { kind: 'bold', name: 'Bold', keys: 'Control+B', Icon: Bold },
  { kind: 'link', name: 'Link', keys: 'Control+K', Icon: Link2 },
  { kind: 'list', name: 'List', keys: undefined, Icon: List },
] as const

const RULE = 'Marks: **bold** and [words](/practice).'
const BLOCKS = 'Marks: **bold**, [words](/practice), and “- ” before each item of a list.'
const LEADS = 'to a page of this site, https://, mailto: or tel:'

type MarkedFieldProps = { path: string; rows?: number; hasBlocks?: boolean }

/** A longer text with its few marks, put by buttons or by keys, and said beside it. */
export function MarkedField({ path: first, rows = 3, hasBlocks = false }: MarkedFieldProps) {
  const { path, hint: rule, lang, kept } = useFieldPlace(first)
  const { value, set, leave, isPublishing } = useSiteDesk()
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
                <button
                  key={kind}
                  type="button"
                  className="icon-button"
                  aria-label={name}
                  aria-keyshortcuts={keys}
                  title={[name, kind === 'link' && LEADS, keys && `(${keys.replace('Control', 'Ctrl')})`]
                    .filter(Boolean)
                    .join(' ')}
                  onClick={() => mark(kind)}
                >
                  <Icon aria-hidden="true" className="size-5" />
                </button>
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
