import type { ReasonText } from '#domain/centre/texts/page-texts.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Marked, MarkedBlocks, useFillIn } from '../page/marked.tsx'
import drawings from '../pages.svg?url'
import { SolvedPart } from '../paper-card/solved-part.tsx'
import { CorrectedSum } from './corrected-sum.tsx'
import { SpecimenPaper } from './specimen-paper.tsx'
import { YearLine } from './year-line.tsx'

/** A reason with the drawing that belongs to it, and a way to check it. */
export function ReasonPart({ reason, at }: { reason: ReasonText; at: number }) {
  const fillIn = useFillIn()
  const { kind, name, margin } = reason
  return (
    <SolvedPart at={at} id={kind} name={name} marks={fillIn(margin)}>
      <Drawn reason={reason} />
    </SolvedPart>
  )
}

function Drawn({ reason }: { reason: ReasonText }) {
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
        <svg className="drawing" viewBox="0 0 300 300" aria-hidden="true">
          <use href={`${drawings}#handset`} />
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
