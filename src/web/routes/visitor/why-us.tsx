import type { ReasonText } from '#domain/centre/content-schemas.ts'
import { reasonTexts } from '#domain/centre/translations/reason-texts.ts'
import type { Labels } from '#domain/language/labels.ts'
import type { Messages } from '#domain/language/messages.ts'
import { rootDataOf, useCentre } from '#web/centre/use-centre.ts'
import { languageAt, messagesAt } from '#web/language/messages-at.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import type { Route } from './+types/why-us'
import { Marked, MarkedBlocks, useFillIn } from './page/marked.tsx'
import { NextLinks } from './page/next-links.tsx'
import { pageHead } from './page/page-head.ts'
import { breadcrumbs } from './page/structured-data.ts'
import illustrations from './pages.svg?url'
import { SolvedPart } from './paper-card/paper-card.tsx'

const SUM = 'x² − 5x + 6 = 0'
const LINES = [
  { line: SUM, mark: null },
  { line: '(x − 2)(x − 3) = 0', mark: '1' },
  { line: 'x − 2 = 0', or: 'x − 3 = 0', mark: '½' },
  { line: '∴ x = 2', or: 'x = 3', mark: '½' },
]

function CorrectedSum() {
  const m = useMessages()
  return (
    <figure className="corrected">
      <p className="asked">
        <span>{m.sum_asked({ sum: SUM })}</span> <span>[2]</span>
      </p>
      <ol>
        {LINES.map(({ line, or, mark }) => (
          <li key={line}>
            <span>{or ? m.sum_or({ one: line, other: or }) : line}</span>
            {mark && (
              <span className="given">
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path d="m4 13 5 6L20 4" />
                </svg>
                {mark}
                <span className="sr-only"> {mark === '1' ? m.sum_mark() : m.sum_of_a_mark()}</span>
              </span>
            )}
          </li>
        ))}
      </ol>
      <figcaption>{m.sum_caption()}</figcaption>
    </figure>
  )
}

/** A reason with the illustration that belongs to it, and a way to check it. */
function ReasonPart({ reason, at }: { reason: ReasonText; at: number }) {
  const fillIn = useFillIn()
  const { kind, name, margin } = reason
  return (
    <SolvedPart at={at} id={kind} name={name} marks={fillIn(margin)}>
      <Illustrated reason={reason} />
    </SolvedPart>
  )
}

function Illustrated({ reason }: { reason: ReasonText }) {
  const lang = useTextLang()(reason.text)
  if (reason.kind === 'success') {
    return (
      <>
        <div className="reading marked mt-5" lang={lang}>
          <MarkedBlocks text={reason.text} />
        </div>
        <YearLine />
        <CheckIt text={reason.check} />
      </>
    )
  }
  const words = (
    <div className="reading">
      <div className="marked" lang={lang}>
        <MarkedBlocks text={reason.text} />
      </div>
      <CheckIt text={reason.check} />
    </div>
  )
  if (reason.kind === 'quality') {
    return (
      <div className="reason md:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <SpecimenPaper />
        {words}
      </div>
    )
  }
  return (
    <div className="reason">
      {words}
      {reason.kind === 'expertise' ? (
        <CorrectedSum />
      ) : (
        <svg className="illustration" viewBox="0 0 300 300" aria-hidden="true">
          <use href={`${illustrations}#handset`} />
        </svg>
      )}
    </div>
  )
}

function CheckIt({ text }: { text: string }) {
  const m = useMessages()
  const langOf = useTextLang()
  return (
    <p className="check-it">
      <b>{m.reasons_check()}</b>{' '}
      <span lang={langOf(text)}>
        <Marked text={text} />
      </span>
    </p>
  )
}

function YearLine() {
  const m = useMessages()
  const labels = useLabels()
  return (
    <ol className="year-line">
      {yearOf(m, labels).map(({ when, what, todo }) => (
        <li key={when}>
          <p className="when">{when}</p>
          <h3>{what}</h3>
          <p>{todo}</p>
        </li>
      ))}
    </ol>
  )
}

function yearOf(m: Messages, { month }: Labels) {
  return [
    { when: month('June'), what: m.year_june_what(), todo: m.year_june_todo() },
    { when: month('September'), what: m.year_september_what(), todo: m.year_september_todo() },
    { when: month('December'), what: m.year_december_what(), todo: m.year_december_todo() },
    { when: month('January'), what: m.year_january_what(), todo: m.year_january_todo() },
    { when: month('March'), what: m.year_march_what(), todo: m.year_march_todo() },
    { when: m.year_april(), what: m.year_april_what(), todo: m.year_april_todo() },
  ]
}

function SpecimenPaper() {
  const m = useMessages()
  const labels = useLabels()
  const [a, b, c, d] = m.panels_letters()
  const notes = [
    { sign: a, name: m.specimen_subject(), text: m.specimen_subject_note() },
    { sign: b, name: m.specimen_stamp(), text: m.specimen_stamp_note() },
    { sign: c, name: m.specimen_time(), text: m.specimen_time_note() },
    { sign: d, name: m.specimen_size(), text: m.specimen_size_note() },
  ]
  return (
    <figure className="specimen" data-subject="Mathematics">
      <div className="paper-card" aria-hidden="true">
        <span className="stamp">
          {m.card_answers_stamp()}
          <i>{b}</i>
        </span>
        <span className="thumbnail">
          <span className="ruled-name">{m.specimen_short_subject()}</span>
        </span>
        <div className="min-w-0">
          <p className="grid gap-1 text-quiet text-sm/snug">
            <span>
              <span className="badge">{labels.subject('Mathematics')}</span>
              <i>{a}</i>
            </span>
            <span>
              {m.specimen_time()}
              <i>{c}</i>
            </span>
          </p>
          <p className="mt-1.5 mb-1.5 font-semibold text-[1.1875rem] leading-tight">{m.specimen_title()}</p>
          <p className="text-quiet text-sm/snug">
            {m.specimen_weight()}
            <i>{d}</i>
          </p>
        </div>
      </div>
      <figcaption>
        <dl>
          {notes.map(({ sign, name, text }) => (
            <div key={sign}>
              <dt>
                <span aria-hidden="true">({sign})</span> {name}
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </figcaption>
    </figure>
  )
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { name, claims } = rootDataOf(matches).centre
  const m = messagesAt(matches)
  return pageHead(matches, {
    title: m.why_us_title(),
    description: m.why_us_description({ name, years: claims.years }),
    path: '/why-us',
    data: (origin) => [
      breadcrumbs(origin, [{ name: m.why_us_title(), path: '/why-us' }], languageAt(matches)),
    ],
  })
}

export default function WhyUs() {
  const m = useMessages()
  const language = useLanguage()
  const { contacts, reasons = reasonTexts(language) } = useCentre()
  const number = [m.why_us_two, m.why_us_three, m.why_us_four][reasons.length - 2]?.() ?? reasons.length
  const never = [
    m.why_us_never_number(),
    m.why_us_never_ads(),
    m.why_us_never_follow(),
    m.why_us_never_sign_in(),
    m.why_us_never_size(),
  ]
  return (
    <main id="content" className="page wrap">
      <div className="ruled">
        <h1>{m.why_us_title()}</h1>
        <p className="opening">{m.why_us_opening({ number })}</p>

        {reasons.map((reason, at) => (
          <ReasonPart key={reason.kind} reason={reason} at={at + 1} />
        ))}

        <SolvedPart at={reasons.length + 1} id="never" name={m.why_us_never()} marks={m.why_us_never_marks()}>
          <ul className="struck">
            {never.map((action) => (
              <li key={action}>
                <s>{action}</s>
              </li>
            ))}
          </ul>
          <p className="reading mt-6">
            {withNodes((node) =>
              m.why_us_privacy({
                contact: node(<Link to="/contact">{m.contact_title()}</Link>),
                email: node(
                  <a href={`mailto:${contacts.email}`} data-cta="email">
                    {contacts.email}
                  </a>,
                ),
              }),
            )}
          </p>
        </SolvedPart>

        <NextLinks to={['papers', 'plans', 'contact']} />
      </div>
    </main>
  )
}
