// Longer than other files: the parts of one page, from mistakes to the file that takes them along.
import { useEffect, useRef, useState } from 'react'
import { formatsOf } from '#domain/language/formats.ts'
import { questionAddress } from '#domain/page-images/page-image.ts'
import { paperPath } from '#domain/paper/facts.ts'
import { pathOfPicked, WORKSHEET_LIMIT, WORKSHEET_PAPERS } from '#domain/questions/picked-question.ts'
import { percentOf, totalsOf } from '#domain/sitting/marking.ts'
import { afterReview, byDue, dayOf, type PracticeCard } from '#domain/sitting/practice-cards.ts'
import { newIn, type Practice, readPracticeFile, writePracticeFile } from '#domain/sitting/practice-file.ts'
import { type Sitting, timeWritten } from '#domain/sitting/sitting.ts'
import { sitPath } from '#domain/sitting/sitting-paper.ts'
import { useLabels } from '#web/language/use-labels.ts'
import { useLanguage, useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { bookmarksOf } from './bookmarked.ts'
import { Bookmarks } from './bookmarks.tsx'
import { clockLabel } from './clock-bar.tsx'
import { OneAnswer } from './covered-answer.tsx'
import { hasPractice } from './has-practice.ts'
import { Asked, ProfileChanges, ProfileChoice, useProfileName } from './profile-choice.tsx'
import { profiles, useProfile } from './profiles.ts'
import { ProgressPicture } from './progress-picture.tsx'
import { QuestionImage } from './question-image.tsx'
import { cardsOf, erase, eraseAllProfiles, readSittings, storeOf, writeSitting } from './sittings-store.ts'
import './sitting.css'

/** All sittings of this device, and what went wrong in them, to be done again. */
export function MyPractice() {
  const m = useMessages()
  const { id: profile } = useProfile()
  const cards = useStore(cardsOf(profile))
  const bookmarks = useStore(bookmarksOf(profile))
  const name = useProfileName()
  const [, setTimes] = useState(0)
  const sittings = readSittings(profile)
  const today = dayOf(Date.now())
  const { due, later } = byDue(cards, today)
  const [announcement, setSaid] = useState('')
  // What another tab did shows when this one is looked at again.
  useEffect(() => {
    const read = () => setTimes((times) => times + 1)
    document.addEventListener('visibilitychange', read)
    return () => document.removeEventListener('visibilitychange', read)
  }, [])
  function say(words: string) {
    setSaid(words)
    setTimes((times) => times + 1)
  }
  return (
    <>
      <p role="status" className={announcement ? 'sit-note' : 'sr-only'}>
        {announcement}
      </p>
      {!cardsOf(profile).isOnDevice() && <p className="sit-note">{m.sit_not_stored()}</p>}
      {name && <h2 className="mine-heading">{m.profile_now({ name })}</h2>}
      <ProfileChoice label={m.profile_choice()} />
      {sittings.length === 0 && cards.length === 0 && bookmarks.length === 0 && (
        <p className="mine-none">
          {m.mine_none()}{' '}
          <Link className="action" to="/practice">
            <span className="sweeps">{m.offline_find()}</span>
          </Link>
        </p>
      )}
      {cards.length > 0 && (
        <section aria-labelledby="mine-again">
          <h2 id="mine-again" className="mine-heading">
            {m.mine_again()} {due.length > 0 && <small>[{m.questions_count({ count: due.length })}]</small>}
          </h2>
          {due.length === 0 && <p>{m.mine_nothing_due()}</p>}
          {due.length > 0 && <Cards cards={due} today={today} onSaid={say} />}
          {later.length > 0 && (
            <details className="folds">
              <summary>{m.mine_later({ count: later.length })}</summary>
              <Cards cards={later} today={today} onSaid={say} />
            </details>
          )}
          <p>
            <Link className="action" to={worksheetOf([...due, ...later])}>
              <span className="sweeps">{m.mine_print()}</span>
            </Link>
          </p>
        </section>
      )}
      <Bookmarks bookmarks={bookmarks} />
      <ProgressPicture sittings={sittings} />
      {sittings.length > 0 && (
        <section aria-labelledby="mine-sittings">
          <h2 id="mine-sittings" className="mine-heading">
            {m.mine_sittings()}
          </h2>
          <ul className="mine-sittings">
            {sittings.map((sitting) => (
              <SittingLine key={sitting.id} sitting={sitting} />
            ))}
          </ul>
        </section>
      )}
      <OwnFile key={profile} practice={{ sittings, cards, bookmarks }} onSaid={say} />
    </>
  )
}

/** Of those that are due first, as many as it holds. */
function worksheetOf(cards: readonly PracticeCard[]): string {
  const papers = [...new Set(cards.map(({ paper }) => paper.id))].slice(0, WORKSHEET_PAPERS)
  const questions = cards.map(({ paper, question }) => ({ paperId: paper.id, id: question.id }))
  return pathOfPicked(questions.filter(({ paperId }) => papers.includes(paperId)).slice(0, WORKSHEET_LIMIT))
}

type CardsProps = { cards: PracticeCard[]; today: number; onSaid: (said: string) => void }

function Cards({ cards, today, onSaid }: CardsProps) {
  const m = useMessages()
  const practiceCards = cardsOf(useProfile().id)
  function review(card: PracticeCard, isRight: boolean) {
    const next = afterReview(practiceCards.read(), card.id, { isRight, today })
    practiceCards.set(next)
    const days = (next.find(({ id }) => id === card.id)?.due ?? 0) - today
    onSaid(days > 0 ? m.mine_next({ count: days }) : m.mine_learnt())
  }
  return (
    <ul className="mine-cards">
      {cards.map((card) => (
        <OneCard
          key={`${card.id} ${card.due}`}
          card={card}
          today={today}
          onReview={(right) => review(card, right)}
        />
      ))}
    </ul>
  )
}

function OneCard({
  card,
  today,
  onReview,
}: {
  card: PracticeCard
  today: number
  onReview: (isRight: boolean) => void
}) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const { paper, question, answer, choice, key, due } = card
  const title = labels.shortTitle(paper.title)
  const name = m.questions_one({ number: question.number })
  const page = question.areas[0]?.page ?? 1
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="mine-card" data-subject={paper.subject}>
      <h3>
        <Link to={paperPath(paper) + questionAddress(page, paper.pages.length, question.id)}>{name}</Link>
        {question.marks !== null && <small>{` [${m.questions_marks({ count: question.marks })}]`}</small>}
      </h3>
      <p lang={langOf(title)}>{title}</p>
      <QuestionImage paper={paper} question={question} />
      {answer ? (
        <OneAnswer answer={answer} question={question} />
      ) : (
        paper.referenceLink && (
          <p>
            <a className="action" href={paper.referenceLink} target="_blank" rel="noopener noreferrer">
              <span className="sweeps">{m.card_answer()}</span>
            </a>
          </p>
        )
      )}
      {key && (
        <p>
          {isOpen ? (
            <b>{choice ? m.mine_key_and_choice({ key, choice }) : m.mine_key({ key })}</b>
          ) : (
            <button type="button" className="action" onClick={() => setOpen(true)}>
              <span className="sweeps">{m.mine_show_key()}</span>
            </button>
          )}
        </p>
      )}
      <p className="sit-foot-row">
        <button
          type="button"
          className="sit-toggle"
          aria-label={`${m.mine_right()}: ${name}`}
          onClick={() => onReview(true)}
        >
          {m.mine_right()}
        </button>
        <button
          type="button"
          className="sit-toggle"
          aria-label={`${m.mine_wrong()}: ${name}`}
          onClick={() => onReview(false)}
        >
          {m.mine_wrong()}
        </button>
        {due > today && <small>{m.mine_due({ count: due - today })}</small>}
      </p>
    </li>
  )
}

function SittingLine({ sitting }: { sitting: Sitting }) {
  const m = useMessages()
  const labels = useLabels()
  const langOf = useTextLang()
  const formats = formatsOf(useLanguage())
  const { paper, begunAt, isMarked, state } = sitting
  const title = labels.shortTitle(paper.title)
  const total = totalsOf(sitting)
  const percent = percentOf(total)
  const sits = sitPath(paper)
  return (
    <li data-subject={paper.subject}>
      <Link to={`${sits}${sits.includes('?') ? '&' : '?'}sitting=${sitting.id}`} lang={langOf(title)}>
        {title}
      </Link>
      <span>{formats.shortDay(new Date(begunAt).toISOString())}</span>
      <span>{clockLabel(timeWritten(sitting))}</span>
      <b>
        {percent === null
          ? isMarked
            ? m.mine_unmarked()
            : state === 'down'
              ? m.mine_to_mark()
              : m.mine_going_on()
          : `${m.mark_sum({ marks: formats.number(total.marks), of: formats.number(total.of) })} · ${percent} %`}
      </b>
    </li>
  )
}

type FileProps = { practice: Practice; onSaid: (said: string) => void }

/** To another phone, and away. */
function OwnFile({ practice, onSaid }: FileProps) {
  const m = useMessages()
  const { id: profile } = useProfile()
  const name = useProfileName()
  const everyone = useStore(profiles)
  const [asks, setAsks] = useState<'own' | 'everyone' | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  function save() {
    const url = URL.createObjectURL(new Blob([writePracticeFile(practice)], { type: 'application/json' }))
    const day = new Date().toISOString().slice(0, 10)
    Object.assign(document.createElement('a'), {
      href: url,
      download: `my-practice-${name ? `${name}-` : ''}${day}.json`,
    }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  async function read(file: File | undefined) {
    if (!file) return
    const found = readPracticeFile(await file.text())
    if (found === 'newer') return onSaid(m.mine_file_newer())
    if (found === 'damaged') return onSaid(m.mine_file_damaged())
    const added = newIn(found, practice)
    for (const sitting of added.sittings) writeSitting(profile, sitting)
    const [cards, bookmarks] = [cardsOf(profile), bookmarksOf(profile)]
    cards.set([...cards.read(), ...added.cards])
    bookmarks.set([...bookmarks.read(), ...added.bookmarks])
    if (added.bookmarks.length > 0) hasPractice.set('yes')
    const stores = [cards, bookmarks, ...added.sittings.map(({ id }) => storeOf(profile, id))]
    if (!stores.every((store) => store.isOnDevice())) return onSaid(m.mine_file_not_stored())
    onSaid(
      m.mine_file_read({
        sittings: added.sittings.length,
        cards: added.cards.length + added.bookmarks.length,
      }),
    )
  }
  const isEmpty = Object.values(practice).every((all) => all.length === 0)
  return (
    <section className="mine-file" aria-labelledby="mine-file">
      <h2 id="mine-file" className="mine-heading">
        {m.mine_file()}
      </h2>
      <p>
        {m.mine_file_why()} {name && m.profile_file_why({ name })}
      </p>
      <p className="sit-ends">
        <button type="button" className="button button-line" disabled={isEmpty} onClick={save}>
          {m.mine_export()}
        </button>
        <button type="button" className="button button-line" onClick={() => picker.current?.click()}>
          {m.mine_import()}
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept="application/json,.json"
          aria-label={m.mine_import()}
          onChange={({ target }) => {
            void read(target.files?.[0])
            target.value = ''
          }}
        />
        {!asks && !isEmpty && (
          <button type="button" className="button button-quiet" onClick={() => setAsks('own')}>
            {name ? m.profile_erase({ name }) : m.mine_erase()}
          </button>
        )}
        {!asks && name && (
          <button type="button" className="button button-quiet" onClick={() => setAsks('everyone')}>
            {m.profile_erase_everyone()}
          </button>
        )}
      </p>
      {asks && (
        <Asked
          question={
            asks === 'everyone'
              ? m.profile_erase_everyone_ask({ count: everyone.length })
              : name
                ? m.profile_erase_ask({ name })
                : m.mine_erase_ask()
          }
          yes={m.mine_erase_yes()}
          onNo={() => setAsks(null)}
          onYes={() => {
            if (asks === 'everyone') eraseAllProfiles()
            else erase(profile)
            setAsks(null)
            onSaid(name && asks === 'own' ? m.profile_erased({ name }) : m.mine_erased())
          }}
        />
      )}
      <ProfileChanges onSaid={onSaid} />
    </section>
  )
}
