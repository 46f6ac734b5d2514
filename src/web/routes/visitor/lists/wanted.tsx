import { data } from 'react-router'
import { inLanguage } from '#domain/language/languages.ts'
import { listPath } from '#domain/paper/filters.ts'
import { PAPER_TYPES, SCHOOL_GRADES, SUBJECTS, yearChoices } from '#domain/paper/paper.ts'
import { currentYear } from '#domain/time/india-time.ts'
import { countFor } from '#domain/wanted/wanted.server.ts'
import { readWish, type Wish } from '#domain/wanted/wish.ts'
import { pageContext } from '#web/context.ts'
import { messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { pageHead } from '../page/page-head.ts'
import type { Route } from './+types/wanted'
import { AskForPaper, AskInChat, wishName } from './ask-for-paper.tsx'
import { addressOf } from './list-address.ts'

/** `said`: whether it was counted just now; null where nothing was asked yet. */
type Loaded = { wish: Wish | null; said: boolean | null; papers: number; more: boolean; thisYear: number }

export const meta: Route.MetaFunction = ({ matches }) => {
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.wanted_heading(),
    description: m.wanted_lede(),
    path: '/wanted',
    unlisted: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { app, failed } = context.get(pageContext)
  const { searchParams } = new URL(request.url)
  const thisYear = currentYear(app.clock.now())
  const wish = readWish((name) => searchParams.get(name), thisYear)
  const said = { yes: true, no: false }[searchParams.get('said') ?? ''] ?? null
  const found = await (wish ? countFor(app, wish) : null)?.catch((error: unknown) => {
    failed(error, 'what is asked for could not be looked for')
    return null
  })
  return data<Loaded>({ wish, said, papers: found?.total ?? 0, more: found?.more ?? false, thisYear })
}

export default function WantedPage({ loaderData }: Route.ComponentProps) {
  const m = useMessages()
  const labels = useLabels()
  const { wish, said, papers, more } = loaderData
  const name = wish && wishName(wish, labels, m)
  const isCounted = said === true && name !== null && papers === 0
  return (
    <main id="content" className="page wrap">
      <div className="ruled grid justify-items-start gap-5">
        <h1>{m.wanted_heading()}</h1>
        {isCounted && (
          <p role="status" className="max-w-[48ch] text-pretty font-semibold text-xl/snug">
            {m.wanted_counted({ what: name })}
          </p>
        )}
        {said === false && <p role="alert">{m.wanted_not_counted()}</p>}
        <p className="max-w-[60ch] text-pretty">{isCounted ? m.wanted_counted_next() : m.wanted_lede()}</p>
        {isCounted && <AskInChat wish={wish as Wish} />}
        {wish && papers > 0 && (
          <p role="status" className="max-w-[60ch]">
            {`${m.wanted_there({ what: name ?? '' })} `}
            <Link className="action" to={pathOf(wish)}>
              <span className="sweeps">{labels.papers(papers, more)}</span>
            </Link>
          </p>
        )}
        {wish && papers === 0 && !isCounted && said !== false && (
          <section aria-label={name ?? ''} className="grid gap-3">
            <p className="font-semibold text-xl/snug">{name}</p>
            <AskForPaper wish={wish} />
          </section>
        )}
        <SayWhich {...loaderData} />
      </div>
    </main>
  )
}

function pathOf({ filter, words }: Wish) {
  if (words === '') return listPath(filter)
  return addressOf('/search', { ...filter, q: words })
}

/** Sends a plain form, which a browser also sends without scripts. */
function SayWhich({ wish, thisYear, said }: Loaded) {
  const m = useMessages()
  const labels = useLabels()
  const choices = [
    ['grade', m.filters_class(), SCHOOL_GRADES],
    ['subject', m.filters_subject(), SUBJECTS],
    ['type', m.filters_exam(), PAPER_TYPES],
    ['year', m.filters_year(), yearChoices(thisYear).map(String)],
  ] as const
  return (
    <details className="folds" open={wish === null || said === false}>
      <summary>{wish ? m.wanted_another() : m.wanted_which()}</summary>
      <form method="post" action={inLanguage('/wanted', useLanguage())} className="mt-3 grid gap-3">
        <div className="flex flex-wrap items-end gap-3">
          {choices.map(([name, label, values]) => (
            <label key={name} className="choice">
              <span>{label}</span>
              <select className="input" name={name} defaultValue={String(wish?.filter[name] ?? '')}>
                <option value="">{m.filters_all()}</option>
                {values.map((value) => (
                  <option key={value} value={value}>
                    {labels.facet(name, value)}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
        <button type="submit" className="button button-line justify-self-start">
          {m.wanted_ask()}
        </button>
        <p className="max-w-[60ch] text-quiet text-sm">{m.wanted_note()}</p>
      </form>
    </details>
  )
}
