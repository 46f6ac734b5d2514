import type { Labels } from '#domain/language/labels.ts'
import { inLanguage } from '#domain/language/languages.ts'
import type { Messages } from '#domain/language/messages.ts'
import { isTrait } from '#domain/paper/filters.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { readWish, type Wish, wishFields, writeWish } from '#domain/wanted/wish.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { emptyChat } from '../pricing/plan-names.ts'
import { type ActiveFilters, saidOf } from './active-filters.ts'

/** What a list that is empty was asked for; null where there can be no such paper. */
export function wishOfList(list: Pick<ActiveFilters, 'filter' | 'understood'>): Wish | null {
  const words = list.understood.terms.map(({ typed }) => typed).join(' ')
  const asked: Parameters<typeof readWish>[0] = (name) => {
    if (name === 'q') return words
    const value = list.filter[name]
    if (value !== undefined) return value === true ? 'yes' : String(value)
    return isTrait(name) ? undefined : saidOf(list, name)
  }
  return readWish(asked, currentYear(new Date()))
}

/** "CBSE Class 12 Physics 2019, Tamil medium, “half-yearly”". */
export function wishName({ filter, words }: Wish, labels: Labels, m: Messages): string {
  const { level, medium, kind, ...filed } = filter
  return [
    Object.values(filed).some((value) => value !== undefined) && labels.list(filed),
    level,
    kind && labels.variant(kind),
    medium && m.my_class_medium_of({ language: labels.subject(medium) }),
    words && `“${words}”`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Two ways: a press that is counted, by a plain form, and a message that is typed already. */
export function AskForPaper({ wish }: { wish: Wish }) {
  const m = useMessages()
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-3">
        <form method="post" action={inLanguage('/wanted', useLanguage())}>
          {wishFields(wish).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className="button">
            {m.wanted_ask()}
          </button>
        </form>
        <AskInChat wish={wish} />
      </div>
      <p className="max-w-[60ch] text-quiet text-sm">{m.wanted_note()}</p>
    </div>
  )
}

export function AskInChat({ wish }: { wish: Wish }) {
  const m = useMessages()
  const { whatsapp } = useCentre().contacts
  const text = m.wanted_whatsapp_text({ what: wishName(wish, useLabels(), m) })
  return (
    <a
      className="button button-line"
      href={`${emptyChat(whatsapp)}?text=${encodeURIComponent(text)}`}
      data-cta="chat"
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name="whatsapp" />
      <span>{m.wanted_whatsapp()}</span>
    </a>
  )
}

/** Below a list that has papers: another year may be missing. */
export function PaperMissing({ list }: { list: ActiveFilters }) {
  const m = useMessages()
  const wish = wishOfList({ ...list, understood: { ...list.understood, terms: [] } })
  return (
    <p className="mt-1">
      <Link className="action" to={wish ? `/wanted?${writeWish(wish)}` : '/wanted'}>
        <span className="sweeps">{m.wanted_missing()}</span>
      </Link>
    </p>
  )
}
