import { type ChangeEvent, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { type PaperFilter, TRAIT_NAMES, type Trait } from '#domain/paper/filters.ts'
import { PREVIOUS_YEARS } from '#domain/paper/paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import {
  type ActiveFilters,
  ANY,
  AS_SAID,
  addressCleared,
  addressWith,
  type Choice,
  choicesOf,
  chosenLabel,
  chosenOf,
  countOf,
  FURTHER,
  type Further,
  saidOf,
  TRAIT_LABELS,
  traitValue,
} from './active-filters.ts'
import { FOLDED } from './list-address.ts'
import { useIsListAsked, useShowList } from './use-show-list.ts'

const FILTERS_ID = 'filters'

/** On a phone the filters are a native popover: it opens and closes without JavaScript. */
export function OpenFilters({ list }: { list: ActiveFilters }) {
  const m = useMessages()
  const chosen = chosenOf(list).length
  return (
    <button type="button" className="open-filters md:hidden" popoverTarget={FILTERS_ID}>
      {chosen > 0 ? m.filters_chosen({ count: chosen }) : m.filters_label()}
    </button>
  )
}

type Control = HTMLSelectElement | HTMLInputElement
type Asked = Pick<ActiveFilters, 'filter' | 'understood' | 'further' | 'furtherChoices'>

/** Filters act at once; without JavaScript, by their button. `counted` says what it shows. */
export function PaperFilters({ list, counted }: { list: ActiveFilters; counted: string }) {
  const m = useMessages()
  const labels = useLabels()
  const show = useShowList()
  const isAsked = useIsListAsked()
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useRef(false)
  const hasChosen = useRef(false)
  // Not the list itself: it is new at every render, and would undo what was chosen a moment ago.
  const { filter, understood, further, furtherChoices } = list
  const choices = choicesOf(list, m, labels)
  const traits = TRAIT_NAMES.filter((trait) => list.traits?.[trait])
  // Three, those of a class, have the room for one more.
  const isEven = traits.length === 0 || (choices.length === 3 && traits.length === 1)
  useEffect(() => {
    if (!form.current) return
    const filterProps = { filter, understood, further, furtherChoices }
    const differing = controlsOf(form.current).filter((control) => !stands(control, filterProps))
    const isFirst = !hydrated.current
    hydrated.current = true
    // At hydration the user's choice wins; later, back and forward bring other filters into the address.
    if (!isFirst) for (const control of differing) set(control, filterProps)
    else if (differing.length > 0) {
      // React runs effects before it tells `choose` of a choice of this very moment.
      const timer = setTimeout(() => !hasChosen.current && form.current && show(form.current))
      return () => clearTimeout(timer)
    }
  }, [filter, understood, further, furtherChoices, show])

  function choose(event: ChangeEvent<HTMLFormElement>) {
    hasChosen.current = true
    const target = event.target as EventTarget as Control
    const said = list.understood.parts.filter((part) => part.facet === target.name)
    const [part] = said
    // Another subject has no levels.
    const plain: Record<string, string> = target.name === 'subject' ? { level: '' } : {}
    // The choice replaces the words that said it; where they said it twice, the server resolves it.
    const changes =
      part && said.length === 1 ? { ...plain, q: part.without, ...withoutNeedlessAny(target) } : plain
    show(event.currentTarget, { name: target.name, changes })
  }

  return (
    <Form
      ref={form}
      id={FILTERS_ID}
      popover="auto"
      className="filters"
      data-choices={isEven ? choices.length + (furtherChoices?.length ?? 0) : undefined}
      aria-label={m.filters_label()}
      autoComplete="off"
      onChange={choose}
    >
      {list.q && <input type="hidden" name="q" value={list.q} />}
      {list.filter.first && <input type="hidden" name="first" value={list.filter.first} />}
      {list.filter.foldsSets && <input type="hidden" name="sets" value={FOLDED} />}
      {!list.fixed.includes('answered') && <WithAnswers list={list} />}
      {choices.map((choice) => (
        <ChoiceOf key={choice.name} choice={choice} given={String(list.filter[choice.name] ?? '')} />
      ))}
      {traits.map((trait) => (
        <TraitChoice key={trait} trait={trait} list={list} />
      ))}
      <FurtherChoices list={list} />
      {/* No bubble says "Previous years". */}
      {(chosenOf(list).length > 1 || filter.grade === PREVIOUS_YEARS) && (
        <Link className="action" to={addressCleared(list)} preventScrollReset>
          <span className="sweeps">{m.filters_clear()}</span>
        </Link>
      )}
      <button
        type="button"
        className="button noscript:hidden"
        popoverTarget={FILTERS_ID}
        popoverTargetAction="hide"
      >
        {isAsked ? m.list_looking() : m.filters_show({ papers: counted })}
      </button>
      <noscript>
        <button type="submit" className="button button-line">
          {m.filters_apply()}
        </button>
      </noscript>
    </Form>
  )
}

type ChoiceProps = { choice: Choice; given: string }

function ChoiceOf({ choice: { name, label, options, isSaid }, given }: ChoiceProps) {
  const m = useMessages()
  return (
    <label className="choice" data-chosen={isSaid || given !== '' || undefined}>
      <span>{label}</span>
      <select className="input" name={name} defaultValue={given}>
        <option value={isSaid ? ANY : ''}>{m.filters_all()}</option>
        {options.map(({ value, of, text, isNone }) => (
          <option key={of} value={value} disabled={isNone}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/** After the filters that every list has. */
function TraitChoice({ trait, list: { traits, filter } }: { trait: Trait; list: ActiveFilters }) {
  const m = useMessages()
  const labels = useLabels()
  const chosen = filter[trait]
  return (
    <label className="choice" data-chosen={chosen || undefined} data-trait={trait}>
      <span>{TRAIT_LABELS[trait](m)}</span>
      <select className="input" name={trait} defaultValue={chosen ?? ''}>
        <option value="">{m.filters_all()}</option>
        {traits?.[trait]?.map(({ value, papers, more }) => (
          <option key={value} value={value} disabled={papers === 0 && value !== chosen}>
            {`${traitValue(trait, value, labels)} (${labels.number(papers)}${more ? '+' : ''})`}
          </option>
        ))}
      </select>
    </label>
  )
}

function FurtherChoices({ list: { furtherChoices = [], further = {} } }: { list: ActiveFilters }) {
  return furtherChoices.map(({ name, label, all, options, said }) => (
    <label key={name} className="choice" data-chosen={(further[name] ?? said) ? '' : undefined}>
      <span>{label}</span>
      <select className="input" name={name} defaultValue={further[name] ?? said?.value ?? ''}>
        <option value={said ? ANY : ''}>{all}</option>
        {options.map(({ value, text, isNone }) => (
          <option key={value} value={value} disabled={isNone}>
            {text}
          </option>
        ))}
      </select>
    </label>
  ))
}

function WithAnswers({ list }: { list: ActiveFilters }) {
  const m = useMessages()
  const labels = useLabels()
  const isSaid = saidOf(list, 'answered') !== undefined
  const isChosen = isSaid || list.filter.answered === true
  const { papers, text } = countOf(list, 'answered', 'yes', labels)
  return (
    <label className="toggle" data-chosen={isChosen || undefined}>
      <input
        type="checkbox"
        name="answered"
        value={isSaid ? 'said' : 'yes'}
        defaultChecked={isChosen}
        disabled={papers === 0 && !isChosen}
      />
      {m.answers_with()}
      <small>{text}</small>
      {/* Read only when the box above is unticked: the first of the two counts. */}
      {isSaid && <input type="hidden" name="answered" value={ANY} />}
    </label>
  )
}

/** "Not narrowed" needs no parameter once the words that narrowed the list are gone. */
function withoutNeedlessAny(control: Control) {
  const isOpen = control.type === 'checkbox' ? !(control as HTMLInputElement).checked : control.value === ANY
  return isOpen ? { [control.name]: '' } : {}
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>('select, input[type=checkbox]')]
}

function isTicked(list: Asked) {
  return list.filter.answered === true || saidOf(list, 'answered') !== undefined
}

function stands(control: Control, list: Asked) {
  if (control instanceof HTMLInputElement) return control.checked === isTicked(list)
  return control.value === valueIn(list, control.name)
}

function valueIn({ filter, further, furtherChoices }: Asked, name: string) {
  if (!FURTHER.includes(name as Further)) return String(filter[name as keyof PaperFilter] ?? AS_SAID)
  const choice = furtherChoices?.find((each) => each.name === name)
  return further?.[name as Further] ?? choice?.said?.value ?? ''
}

function set(control: Control, list: Asked) {
  if (control instanceof HTMLInputElement) control.checked = isTicked(list)
  else control.value = valueIn(list, control.name)
}

/** Where nothing was found: what to take off, words too. Above a list, only what was read otherwise than it was typed. */
export function ChosenChips({ list, found = false }: { list: ActiveFilters; found?: boolean }) {
  const m = useMessages()
  const labels = useLabels()
  const chosen = chosenOf(list).filter(({ part }) => !found || part?.corrected)
  const terms = found ? [] : list.understood.terms
  if (chosen.length + terms.length === 0) return null
  return (
    <ul className="chips" aria-label={m.filters_narrowed_to()}>
      {chosen.map((each) => (
        <li key={`${each.facet}=${each.value}`}>
          <Chip to={each.without} label={chosenLabel(each, labels, m)}>
            {each.part?.corrected && <small>{m.filters_you_typed({ words: each.part.typed })}</small>}
          </Chip>
        </li>
      ))}
      {terms.map((term) => (
        <li key={`word=${term.typed}`}>
          <Chip to={addressWith(list, { q: term.without })} label={`“${term.typed}”`} />
        </li>
      ))}
    </ul>
  )
}

function Chip({ to, label, children }: { to: string; label: string; children?: React.ReactNode }) {
  const m = useMessages()
  return (
    <Link className="chip" to={to} preventScrollReset>
      <span className="sr-only">{`${m.filters_take_off()} `}</span>
      {label} {children}
      <Icon name="close" size={16} />
    </Link>
  )
}
