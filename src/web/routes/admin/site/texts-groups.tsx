import { LIST_BOUNDS, type OfferKind, type ReasonKind } from '#domain/centre/content-schemas.ts'
import { SENTENCE_PAGES, type SentenceName } from '#domain/centre/own-sentences.ts'
import { FILL_IN_NAMES } from '#domain/centre/own-words.ts'
import { type DefaultTexts, defaultTexts } from '#domain/centre/texts/default-texts.ts'
import { POLICIES, type Policy } from '#domain/centre/texts/policies.ts'
import type { Json } from '#domain/centre/versions/document-fields.ts'
import { useIsFirst, useSiteEditor } from './field-language.ts'
import { MarkedField } from './marked-field.tsx'
import { AreaField, LinesField, TextField } from './site-fields.tsx'
import { SiteList } from './site-list.tsx'

/** What the design has drawn; its picture and its links stay, whatever is on it. */
const CARD_NAMES: Record<OfferKind, string> = {
  booklet: 'Question booklet, with the CBSE classes',
  'answer-book': 'Answer book, with the State Board classes',
  'bubble-sheet': 'OMR sheet',
  'hall-ticket': 'Hall ticket',
}

const SHEET_NAMES: Record<ReasonKind, string> = {
  expertise: 'Expertise: the corrected sum',
  quality: 'Quality: the paper with its notes',
  convenience: 'Convenience: the phone',
  success: 'Success-Oriented: the year of exams',
}

type ListName = keyof DefaultTexts

export function OfferGroup() {
  return (
    <>
      <p className="text-quiet">
        Two to four cards, in your order. The drawing of a card and its links to the classes stay.
      </p>
      <SiteList
        path="offer"
        name="Card"
        {...LIST_BOUNDS.offer}
        fresh={useLeftOut('offer', CARD_NAMES)}
        about={(part) => CARD_NAMES[(part as { kind: OfferKind }).kind]}
      >
        {(path) => (
          <div className="grid gap-4">
            <TextField path={`${path}.title`} />
            <MarkedField path={`${path}.text`} />
          </div>
        )}
      </SiteList>
      <AsItCame list="offer" />
    </>
  )
}

export function ReasonsGroup() {
  return (
    <>
      <p className="text-quiet">
        Two to four reasons, in your order: in short on Home, at length on Why Us. Their drawings stay.
      </p>
      <FillIns />
      <SiteList
        path="reasons"
        name="Reason"
        {...LIST_BOUNDS.reasons}
        fresh={useLeftOut('reasons', SHEET_NAMES)}
        about={(part) => SHEET_NAMES[(part as { kind: ReasonKind }).kind]}
      >
        {(path) => (
          <div className="grid gap-4">
            <div className="site-two">
              <TextField path={`${path}.name`} />
              <TextField path={`${path}.margin`} />
            </div>
            <MarkedField path={`${path}.short`} />
            <LinesField path={`${path}.points`} rows={3} />
            <MarkedField path={`${path}.text`} rows={5} hasBlocks />
            <MarkedField path={`${path}.check`} rows={2} />
          </div>
        )}
      </SiteList>
      <AsItCame list="reasons" />
    </>
  )
}

export function QuestionsGroup() {
  const { least, most } = LIST_BOUNDS.questions
  return (
    <>
      <p className="text-quiet">
        What parents ask, on About: {least} to {most} questions, in your order. The first is open.
      </p>
      <FillIns />
      <SiteList path="questions" name="Question" least={least} most={most} fresh={NEW_QUESTION}>
        {(path) => (
          <div className="grid gap-4">
            <TextField path={`${path}.question`} />
            <MarkedField path={`${path}.answer`} hasBlocks />
          </div>
        )}
      </SiteList>
      <AsItCame list="questions" />
    </>
  )
}

const POLICY_PAGES: Record<Policy, string> = {
  privacy: 'Privacy',
  terms: 'Terms',
  accessibility: 'Accessibility',
}

export function PoliciesGroup() {
  return (
    <>
      <p className="text-quiet">
        Samples, which say what this site does as it came. Read them, and change what is otherwise with you:
        they are your promises, under India’s Digital Personal Data Protection Act, too.
      </p>
      <FillIns />
      {POLICIES.map((policy) => (
        <section key={policy} className="grid grid-cols-1 gap-4" aria-labelledby={`policy-${policy}`}>
          <h2 id={`policy-${policy}`} className="font-bold text-xl">
            {POLICY_PAGES[policy]}
          </h2>
          <SiteList path={policy} name="Part" {...LIST_BOUNDS.policy} fresh={NEW_PART}>
            {(path) => (
              <div className="grid gap-4">
                <TextField path={`${path}.heading`} />
                <MarkedField path={`${path}.text`} rows={5} hasBlocks />
              </div>
            )}
          </SiteList>
          <AsItCame list={policy} />
        </section>
      ))}
    </>
  )
}

/** What the pages say in the centre's name next to its lists, page by page. */
export function SentencesGroup({ only }: { only?: readonly SentenceName[] }) {
  const { value, set } = useSiteEditor()
  const isFirst = useIsFirst()
  const pages = SENTENCE_PAGES.map(({ page, sentences }) => ({
    page,
    names: (Object.keys(sentences) as SentenceName[]).filter((name) => only?.includes(name) ?? true),
  })).filter(({ names }) => names.length > 0)
  return (
    <>
      <p className="text-quiet">
        These sentences speak in your name. Change what is not so; words in braces are filled in.
      </p>
      {pages.map(({ page, names }) => (
        <fieldset key={page} className="grid gap-4">
          <legend className="mb-3 font-bold text-xl">{page}</legend>
          {names.map((name) => (
            <AreaField key={name} path={`sentences.${name}`} label={labelOf(name)} />
          ))}
        </fieldset>
      ))}
      {isFirst && value('sentences') !== undefined && (
        <button
          type="button"
          className="button button-line justify-self-start"
          onClick={() => set('sentences', undefined)}
        >
          Back to the sentences that came with the site
        </button>
      )}
    </>
  )
}

function labelOf(name: SentenceName): string | undefined {
  return SENTENCE_PAGES.map(({ sentences }) => (sentences as Record<string, string>)[name]).find(Boolean)
}

const NEW_QUESTION = { question: '', answer: '' }
const NEW_PART = { heading: '', text: '' }

function FillIns() {
  return (
    <details className="text-quiet text-sm">
      <summary className="min-h-11 cursor-pointer py-2.5">
        What is in braces is filled in, such as {'{years}'}
      </summary>
      <p>
        {FILL_IN_NAMES.map((name) => `{${name}}`).join(', ')}: each follows its field, so that you change a
        number in one place.
      </p>
    </details>
  )
}

/** The cards of the design that are not in the list, as they came. */
function useLeftOut(list: 'offer' | 'reasons', names: Record<string, string>) {
  const { value } = useSiteEditor()
  const present = (value(list) as { kind: string }[]).map(({ kind }) => kind)
  return defaultTexts()
    [list].filter(({ kind }) => !present.includes(kind))
    .map((part) => ({ name: names[part.kind] ?? part.kind, part: part as Json }))
}

function AsItCame({ list }: { list: ListName }) {
  const { value, set } = useSiteEditor()
  const isFirst = useIsFirst()
  if (!isFirst || JSON.stringify(value(list)) === JSON.stringify(defaultTexts()[list])) return null
  return (
    <button
      type="button"
      className="button button-line justify-self-start"
      onClick={() => set(list, defaultTexts()[list])}
    >
      Back to the texts that came with the site
    </button>
  )
}
