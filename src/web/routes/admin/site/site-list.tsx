import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Json } from '#domain/centre/versions/document-fields.ts'
import { Fault } from '#web/ui/field.tsx'
import { IconButton } from '../icon-button.tsx'
import { useIsFirst, useListFault, useSiteEditor } from './field-language.ts'
import { followed, type Identified, identified, movedPart, withoutPart } from './field-rules.ts'

type SiteListProps = {
  path: string
  /** Of one: "Slide". */
  name: string
  least: number
  most: number
  /** What a new one begins with; or what there is to bring back, each with its name. */
  fresh: Json | { name: string; part: Json }[]
  /** Next to the number of one, where that says too little. */
  about?: (part: Json) => string
  children: (path: string) => React.ReactNode
}

/** The same one each time, so that it is known for unchanged. */
const NONE: Json[] = []

/** A list whose parts are added, taken away and put into another order: dragged, or by keys, where the focus follows what was moved. */
export function SiteList({ path, name, least, most, fresh, about, children }: SiteListProps) {
  const { value, set } = useSiteEditor()
  const isFirst = useIsFirst()
  const fault = useListFault(path)
  // Absent from documents that are older than the list.
  const parts = (value(path) ?? NONE) as Json[]
  const [held, hold] = useState(() => identified(parts))
  // While it is rendered, so that no part is ever rendered as another one.
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
      <Fault sentence={fault} />
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

type SitePartProps = {
  /** Stays with it wherever it is moved; from 1 on, since dnd-kit takes 0 for none. */
  id: number
  /** Its place, from 0 on. */
  at: number
  of: number
  /** Of one: "Slide". */
  name: string
  about?: string
  /** In a language in which it is only translated. */
  isFixed: boolean
  onMove: (from: number, to: number) => void
  onTakeAway: (() => void) | false
  children: React.ReactNode
}

/** One part of a list: its fields under a line with what moves it and takes it away. */
function SitePart({ id, at, of, name, about, isFixed, onMove, onTakeAway, children }: SitePartProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({
    id,
    // It is in its new place at once, and would slide there from its old one.
    animateLayoutChanges: () => false,
  })
  const one = `${name.toLowerCase()} ${at + 1}`
  return (
    <li
      ref={setNodeRef}
      data-part={at}
      data-dragged={isDragging ? '' : undefined}
      className="site-part"
      style={{ translate: transform ? `0 ${transform.y}px` : undefined, transition }}
    >
      <div className="site-part-head">
        {/* For the pointer alone: keys have the two arrows. */}
        {of > 1 && !isFixed && (
          <span
            ref={setActivatorNodeRef}
            {...listeners}
            className="site-grip"
            aria-hidden="true"
            title="Drag"
          >
            <GripVertical className="size-5" />
          </span>
        )}
        <h3 tabIndex={-1}>
          {name} {at + 1}
          {about && <small>{about}</small>}
        </h3>
        {at > 0 && !isFixed && (
          <IconButton
            Mark={ArrowUp}
            data-way="up"
            name={`Move ${one} up`}
            onClick={() => onMove(at, at - 1)}
          />
        )}
        {at < of - 1 && !isFixed && (
          <IconButton
            Mark={ArrowDown}
            data-way="down"
            name={`Move ${one} down`}
            onClick={() => onMove(at, at + 1)}
          />
        )}
        {onTakeAway && <IconButton Mark={Trash2} name={`Take ${one} away`} onClick={onTakeAway} />}
      </div>
      {children}
    </li>
  )
}
