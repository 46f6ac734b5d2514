import { Fragment } from 'react'
import { typeLabel } from '#domain/paper/labels.ts'
import {
  ENTRANCE_EXAMS,
  PAPER_TYPES,
  type PaperType,
  SCHOOL_GRADES,
  SERVICE_EXAMS,
} from '#domain/paper/paper.ts'
import { Link } from '#web/link.tsx'
import './offer.css'
import './offer-exams.css'
import drawings from '../panels.svg?url'
import { QuestionHead } from '../question-head.tsx'

const CLASSES = SCHOOL_GRADES.toReversed()

export function Offer({ number }: { number: number }) {
  return (
    <section className="home-section" aria-labelledby="offer">
      <QuestionHead
        id="offer"
        number={number}
        heading="What we offer"
        marks={`${PAPER_TYPES.length} boards and exams`}
      />
      <div className="mb-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="max-w-[56ch] flex-1 basis-72 text-pretty">
          School papers class by class, and the entrance and service exams by their previous years. Open them
          free; a plan adds new papers, study materials and chat support.
        </p>
        <Link className="button button-line" to="/pricing" aria-describedby="offer">
          Explore More
        </Link>
      </div>
      <div className="grid gap-6 md:grid-cols-12">
        <Booklet />
        <AnswerBook />
        <BubbleSheet />
        <HallTicket />
      </div>
    </section>
  )
}

function Booklet() {
  return (
    <article className="offer-card booklet">
      <div className="flex-1 flex flex-col pt-5 px-4.5 pb-5.5 border-[5px] border-double border-ink md:pt-7 md:px-8 md:pb-8">
        <p className="flex flex-wrap justify-between gap-x-6 mb-4 pb-2 font-semibold border-b-[1.5px] border-b-ink">
          <span>Time: as in the exam</span> <span>Marks: yours to earn</span>
        </p>
        <p className="offer-kind">Question booklet</p>
        <h3 id="offer-cbse">class 6-12 CBSE</h3>
        <ClassBoxes type="cbse" board="CBSE" />
        <p className="offer-text">
          Question papers class by class and subject by subject, with the answers one tap away where there are
          some.
        </p>
        <KnowMore of="offer-cbse" />
      </div>
    </article>
  )
}

function AnswerBook() {
  return (
    <article className="offer-card answer-book">
      <p className="offer-kind">Answer book</p>
      <h3 id="offer-state">class 6-12 STATE BOARD</h3>
      <ClassBoxes type="state" board="State Board" />
      <p className="offer-text">Tamil Nadu State Board papers, from class 6 up to the public exams.</p>
      <KnowMore of="offer-state" />
    </article>
  )
}

function BubbleSheet() {
  return (
    <article className="offer-card bubble-sheet">
      <svg className="bubbles" viewBox="0 0 148 196" aria-hidden="true">
        <use href={`${drawings}#answer-sheet`} />
      </svg>
      <div>
        <p className="offer-kind">OMR sheet</p>
        <h3 id="offer-entrance">{ENTRANCE_EXAMS.map(typeLabel).join(' / ')}</h3>
        <p className="offer-text">
          Previous years’ papers in <PapersOf exams={ENTRANCE_EXAMS} />: sit one against the clock, then
          count.
        </p>
        <KnowMore of="offer-entrance" />
      </div>
    </article>
  )
}

function HallTicket() {
  return (
    <article className="offer-card hall-ticket">
      <div>
        <p className="offer-kind">Hall ticket</p>
        <h3 id="offer-service">{SERVICE_EXAMS.map(typeLabel).join(' / ')}</h3>
        <p className="offer-text">
          Previous years’ papers in <PapersOf exams={SERVICE_EXAMS} />, the state’s service exams, for
          evenings after work: a paper at a time.
        </p>
        <KnowMore of="offer-service" />
      </div>
      <span className="hall-stub" aria-hidden="true" />
    </article>
  )
}

function KnowMore({ of }: { of: string }) {
  return (
    <p className="mt-auto pt-5">
      <Link className="button button-line" to="/pricing" aria-describedby={of}>
        Know More
      </Link>
    </p>
  )
}

function ClassBoxes({ type, board }: { type: 'cbse' | 'state'; board: string }) {
  return (
    <ul className="class-boxes" aria-label={`${board} papers by class`}>
      {CLASSES.map((grade) => (
        <li key={grade}>
          <Link to={`/resources/${type}/${grade}`} aria-label={`${board} class ${grade} papers`}>
            {grade}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function PapersOf({ exams }: { exams: readonly PaperType[] }) {
  return exams.map((exam, at) => (
    <Fragment key={exam}>
      {at > 0 && (at === exams.length - 1 ? ' and ' : ', ')}
      <Link className="offer-link" to={`/resources/${exam}/previous-years`}>
        {typeLabel(exam)}
      </Link>
    </Fragment>
  ))
}
