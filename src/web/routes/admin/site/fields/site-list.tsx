import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useEffect, useRef } from 'react'
import type { Json } from '#domain/centre/merge-documents.ts'
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

/** A list whose parts are added, taken away and put into another order: dragged, or by keys, where the focus follows what was moved. */
export function SiteList({ path, name, least, most, fresh, about, children }: SiteListProps) {
  const { value, set } = useSiteDesk()
  const fault = useListFault(path)
  // Absent from documents that are older than the list.
  const parts = (value(path) ?? []) as Json[]
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef('')
  // A few pixels, so that a press that is no drag stays one.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }))
  useEffect(() => {
    const goal = focused.current
    focused.current = ''
    if (goal) list.current?.querySelector<HTMLElement>(goal)?.focus()
  })

  function move(from: number, to: number) {
    set(path, parts.toSpliced(from, 1).toSpliced(to, 0, parts[from] ?? null))
  }

  function moveByKey(from: number, to: number) {
    const way = to < from ? 'up' : 'down'
    const isAtEnd = to === 0 || to === parts.length - 1
    focused.current = `[data-part="${to}"] [data-way="${isAtEnd ? (way === 'up' ? 'down' : 'up') : way}"]`
    move(from, to)
  }

  function drop({ active, over }: DragEndEvent) {
    if (over && over.id !== active.id) move(Number(active.id) - 1, Number(over.id) - 1)
  }

  function add(part: Json) {
    focused.current = `[data-part="${parts.length}"] :is(input, textarea)`
    set(path, [...parts, part])
  }

  // Its parts are named by their place, from 1 on: dnd-kit takes 0 for none.
  const ids = parts.map((_, at) => at + 1)
  return (
    <div className="grid gap-5">
      <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop}>
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
          <ol ref={list} className="grid gap-5">
            {parts.map((part, at) => (
              <SitePart
                // biome-ignore lint/suspicious/noArrayIndexKey: its fields are named by their place
                key={at}
                at={at}
                of={parts.length}
                name={name}
                about={about?.(part)}
                onMove={moveByKey}
                onTakeAway={
                  parts.length > least &&
                  (() => {
                    focused.current = `[data-part="${Math.max(0, at - 1)}"] h3`
                    set(path, parts.toSpliced(at, 1))
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
      <Adds name={name} fresh={parts.length < most ? fresh : []} onAdd={add} />
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
