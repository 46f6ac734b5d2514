import type { OfferCard, OfferKind } from '#domain/centre/content-schemas.ts'
import { offerTexts } from '#domain/centre/translations/offer-texts.ts'
import { PAPER_TYPES, SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { useCentre } from '#web/centre/use-centre.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { Marked } from '../page/marked.tsx'
import illustrations from './panels.svg?url'
import { QuestionHead } from './question-head.tsx'

const CLASSES = SCHOOL_GRADES.toReversed()

export function Offer({ number }: { number: number }) {
  const language = useLanguage()
  const m = useMessages()
  const cards = useCentre().offer ?? offerTexts(language)
  return (
    <section className="home-section" aria-labelledby="offer">
      <QuestionHead
        id="offer"
        number={number}
        heading={m.offer_heading()}
        marks={m.offer_marks({ count: PAPER_TYPES.length })}
      />
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[56ch] flex-1 basis-72 text-pretty">{m.offer_lead()}</p>
        <Link className="button button-line" to="/pricing" aria-describedby="offer">
          {m.offer_explore()}
        </Link>
      </div>
      <div className="offer-cards">
        {cards.map((card) => {
          const Card = CARDS[card.kind]
          return <Card key={card.kind} {...card} />
        })}
      </div>
    </section>
  )
}

const CARDS: Record<OfferKind, React.FC<OfferCard>> = {
  booklet: Booklet,
  'answer-book': AnswerBook,
  'bubble-sheet': BubbleSheet,
  'hall-ticket': HallTicket,
}

function Booklet({ title, text }: OfferCard) {
  const m = useMessages()
  return (
    <article className="offer-card booklet">
      <div className="flex-1 flex flex-col pt-5 px-4.5 pb-5.5 border-[5px] border-double border-ink md:pt-7 md:px-8 md:pb-8">
        <p className="flex flex-wrap justify-between gap-x-6 mb-4 pb-2 font-semibold border-b-[1.5px] border-b-ink">
          <span>{m.offer_booklet_time()}</span> <span>{m.offer_booklet_marks()}</span>
        </p>
        <p className="offer-kind">{m.offer_kind_booklet()}</p>
        <OfferTitle of="cbse" title={title} />
        <ClassBoxes type="cbse" />
        <OfferText text={text} />
        <KnowMore of="offer-cbse" />
      </div>
    </article>
  )
}

function AnswerBook({ title, text }: OfferCard) {
  const m = useMessages()
  return (
    <article className="offer-card answer-book">
      <p className="offer-kind">{m.offer_kind_answer_book()}</p>
      <OfferTitle of="state" title={title} />
      <ClassBoxes type="state" />
      <OfferText text={text} />
      <KnowMore of="offer-state" />
    </article>
  )
}

function BubbleSheet({ title, text }: OfferCard) {
  const m = useMessages()
  return (
    <article className="offer-card bubble-sheet">
      <svg className="bubbles" viewBox="0 0 148 196" aria-hidden="true">
        <use href={`${illustrations}#answer-sheet`} />
      </svg>
      <div>
        <p className="offer-kind">{m.offer_kind_bubble_sheet()}</p>
        <OfferTitle of="entrance" title={title} />
        <OfferText text={text} />
        <KnowMore of="offer-entrance" />
      </div>
    </article>
  )
}

function HallTicket({ title, text }: OfferCard) {
  const m = useMessages()
  return (
    <article className="offer-card hall-ticket">
      <div>
        <p className="offer-kind">{m.offer_kind_hall_ticket()}</p>
        <OfferTitle of="service" title={title} />
        <OfferText text={text} />
        <KnowMore of="offer-service" />
      </div>
      <span className="hall-stub" aria-hidden="true" />
    </article>
  )
}

function OfferTitle({ of, title }: { of: string; title: string }) {
  const langOf = useTextLang()
  return (
    <h3 id={`offer-${of}`} lang={langOf(title)}>
      {title}
    </h3>
  )
}

function OfferText({ text }: { text: string }) {
  const langOf = useTextLang()
  return (
    <p className="offer-text" lang={langOf(text)}>
      <Marked text={text} linkClass="offer-link" />
    </p>
  )
}

function KnowMore({ of }: { of: string }) {
  const m = useMessages()
  return (
    <p className="mt-auto pt-5">
      <Link className="button button-line" to="/pricing" aria-describedby={of}>
        {m.offer_know_more()}
      </Link>
    </p>
  )
}

function ClassBoxes({ type }: { type: 'cbse' | 'state' }) {
  const m = useMessages()
  const board = useLabels().type(type)
  return (
    <ul className="class-boxes" aria-label={m.offer_classes({ board })}>
      {CLASSES.map((grade) => (
        <li key={grade}>
          <Link to={`/resources/${type}/${grade}`} aria-label={m.offer_class({ board, grade })}>
            {grade}
          </Link>
        </li>
      ))}
    </ul>
  )
}
