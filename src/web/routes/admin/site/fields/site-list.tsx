import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Json } from '#domain/centre/merge-documents.ts'
import { useSiteDesk } from './site-desk.ts'

type SiteListProps = {
  path: string
  /** Of one: "Slide". */
  name: string
  least: number
  most: number
  /** What a new one begins with. */
  fresh: Json
  children: (path: string) => React.ReactNode
}

/** A list whose parts are added, taken away and put into another order, by keys too: the focus follows what was moved. */
export function SiteList({ path, name, least, most, fresh, children }: SiteListProps) {
  const { value, set } = useSiteDesk()
  // Absent from documents that are older than the list.
  const parts = (value(path) ?? []) as Json[]
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef('')
  useEffect(() => {
    const goal = focused.current
    focused.current = ''
    if (goal) list.current?.querySelector<HTMLElement>(goal)?.focus()
  })

  function move(from: number, to: number) {
    const moved = parts.toSpliced(from, 1).toSpliced(to, 0, parts[from] ?? null)
    const way = to < from ? 'up' : 'down'
    const isAtEnd = to === 0 || to === parts.length - 1
    focused.current = `[data-part="${to}"] [data-way="${isAtEnd ? (way === 'up' ? 'down' : 'up') : way}"]`
    set(path, moved)
  }

  return (
    <div className="grid gap-5">
      <ol ref={list} className="grid gap-5">
        {parts.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: its fields are named by their place
          <li key={at} data-part={at} className="site-part">
            <div className="site-part-head">
              <h3 tabIndex={-1}>
                {name} {at + 1}
              </h3>
              {at > 0 && (
                <button
                  type="button"
                  className="icon-button"
                  data-way="up"
                  aria-label={`Move ${name.toLowerCase()} ${at + 1} up`}
                  onClick={() => move(at, at - 1)}
                >
                  <ArrowUp aria-hidden="true" className="size-5" />
                </button>
              )}
              {at < parts.length - 1 && (
                <button
                  type="button"
                  className="icon-button"
                  data-way="down"
                  aria-label={`Move ${name.toLowerCase()} ${at + 1} down`}
                  onClick={() => move(at, at + 1)}
                >
                  <ArrowDown aria-hidden="true" className="size-5" />
                </button>
              )}
              {parts.length > least && (
                <button
                  type="button"
                  className="icon-button"
                  aria-label={`Take ${name.toLowerCase()} ${at + 1} away`}
                  onClick={() => {
                    focused.current = `[data-part="${Math.max(0, at - 1)}"] h3`
                    set(path, parts.toSpliced(at, 1))
                  }}
                >
                  <Trash2 aria-hidden="true" className="size-5" />
                </button>
              )}
            </div>
            {children(`${path}[${at}]`)}
          </li>
        ))}
      </ol>
      {parts.length < most && (
        <button
          type="button"
          className="button button-line justify-self-start"
          onClick={() => {
            focused.current = `[data-part="${parts.length}"] :is(input, textarea)`
            set(path, [...parts, fresh])
          }}
        >
          Add {/^[aeiou]/i.test(name) ? 'an' : 'a'} {name.toLowerCase()}
        </button>
      )}
    </div>
  )
}
