import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useEffect, useRef, useState } from 'react'
import type { Json } from '#domain/centre/merge-documents.ts'
import { useIsFirst } from './field-language.ts'
import { followed, type Identified, identified, movedPart, withoutPart } from './part-ids.ts'
import { useListFault, useSiteDesk } from './site-desk.ts'
import { SitePart } from './site-part.tsx'

type SiteListProps = {
  path: string
  /** Of one: "Slide". */
  name: string
  least: number
  most: number
  /** What a new one begins with; or what there is to bring back, each with its name. */
  fresh: Json | { name: string; part: Json }[]
  /** Beside the number of one, where that says too little. */
  about?: (part: Json) => string
  children: (path: string) => React.ReactNode
}

/** The same one each time, so that it is known for unchanged. */
const NONE: Json[] = []

/** A list whose parts are added, taken away and put into another order: dragged, or by keys, where the focus follows what was moved. */
export function SiteList({ path, name, least, most, fresh, about, children }: SiteListProps) {
  const { value, set } = useSiteDesk()
  const isFirst = useIsFirst()
  const fault = useListFault(path)
  // Absent from documents that are older than the list.
  const parts = (value(path) ?? NONE) as Json[]
  const [held, hold] = useState(() => identified(parts))
  // While it is drawn, so that no part is ever drawn as another one.
  if (held.parts !== parts) hold(followed(held, parts))
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef('')
  // A few pixels, so that a press that is no drag stays one.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  useEffect(() => {
    const goal = focused.current
    focused.current = ''
    if (goal) list.current?.querySelector<HTMLElement>(goal)?.focus()
  })

  function put(next: Identified) {
    hold(next)
    set(path, next.parts)
  }

  function move(from: number, to: number) {
    put(movedPart(held, from, to))
  }

  function moveByKey(from: number, to: number) {
    const way = to < from ? 'up' : 'down'
    const isAtEnd = to === 0 || to === parts.length - 1
    focused.current = `[data-part="${to}"] [data-way="${isAtEnd ? (way === 'up' ? 'down' : 'up') : way}"]`
    move(from, to)
  }

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id)
      move(held.ids.indexOf(Number(active.id)), held.ids.indexOf(Number(over.id)))
  }

  function add(part: Json) {
    focused.current = `[data-part="${parts.length}"] :is(input, textarea)`
    set(path, [...parts, part])
  }

  return (
    <div className="grid gap-5">
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={held.ids} strategy={verticalListSortingStrategy}>
          <ol ref={list} className="grid gap-5">
            {parts.map((part, at) => (
              <SitePart
                // A picture that is being sent, or cropped, stays with the part that it was chosen for.
                key={held.ids[at]}
                id={held.ids[at] ?? 0}
                at={at}
                of={parts.length}
                name={name}
                about={about?.(part)}
                isFixed={!isFirst}
                onMove={moveByKey}
                onTakeAway={
                  parts.length > least &&
                  isFirst &&
                  (() => {
                    focused.current = `[data-part="${Math.max(0, at - 1)}"] h3`
                    put(withoutPart(held, at))
                  })
                }
              >
                {children(`${path}[${at}]`)}
              </SitePart>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {isFirst ? (
        <Adds name={name} fresh={parts.length < most ? fresh : []} onAdd={add} />
      ) : (
        parts.length === 0 && (
          <p>There is none yet. Add it in English; its words in other languages come then.</p>
        )
      )}
    </div>
  )
}

function Adds({
  name,
  fresh,
  onAdd,
}: Pick<SiteListProps, 'name' | 'fresh'> & { onAdd: (part: Json) => void }) {
  const all = Array.isArray(fresh)
    ? (fresh as { name: string; part: Json }[]).map((each) => ({
        ...each,
        words: `Bring back: ${each.name}`,
      }))
    : [{ part: fresh, words: `Add ${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}` }]
  return all.map(({ words, part }) => (
    <button
      key={words}
      type="button"
      className="button button-line justify-self-start"
      onClick={() => onAdd(part)}
    >
      {words}
    </button>
  ))
}
