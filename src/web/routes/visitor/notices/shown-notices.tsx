import { useContext } from 'react'
import type { Notices, ShownAnnouncement, ShownExam } from '#domain/centre/notices-now.ts'
import { useMessages, useTextLang } from '#web/language/use-messages.ts'
import { Link } from '#web/link.tsx'
import { NonceContext } from '#web/nonce.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useStore } from '#web/ui/use-store.ts'
import { closedNotice, HIDE_CLOSED } from './closed-notice.ts'

/** The address of the papers that an exam's classes have in common. */
type LinkTo = (of: ShownExam['of']) => string

/** On top of Home and Practice while it lasts: the centre's announcement, and the exams that are near. */
export function ShownNotices({ notices, linkTo }: { notices: Notices | null; linkTo: LinkTo }) {
  const m = useMessages()
  if (!notices) return null
  const { announcement, exams } = notices
  return (
    <>
      {announcement && <Announcement key={announcement.id} announcement={announcement} />}
      {exams.length > 0 && (
        <section aria-label={m.notice_exams()} className="coming-exams">
          <ul className="wrap">
            {exams.map((exam) => (
              <li key={exam.name + exam.said}>
                <ComingExam exam={exam} to={linkTo(exam.of)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Announcement({ announcement: { id, text, link } }: { announcement: ShownAnnouncement }) {
  const nonce = useContext(NonceContext)
  const m = useMessages()
  const langOf = useTextLang()
  const isClosed = useStore(closedNotice) === id
  const words = (
    <span className="swept" lang={langOf(text)}>
      {text}
    </span>
  )
  return (
    <section
      aria-label={m.notice_announcement()}
      className="announcement"
      data-notice={id}
      hidden={isClosed}
      suppressHydrationWarning
    >
      <div className="wrap">
        <p>
          {link ? (
            <Link to={link}>
              <span>{words}</span>
              <Icon name="right" size={18} />
            </Link>
          ) : (
            words
          )}
        </p>
        <button type="button" className="icon-button close-notice" aria-label={m.notice_close()}>
          <Icon name="close" size={20} />
        </button>
      </div>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HIDE_CLOSED }} />
    </section>
  )
}

function ComingExam({ exam: { name, said, leaf }, to }: { exam: ShownExam; to: string }) {
  const [day, month] = leaf
  const langOf = useTextLang()
  return (
    <Link to={to}>
      <span className="calendar-leaf" aria-hidden="true">
        <small>{month}</small>
        {day}
      </span>
      <span>
        <b lang={langOf(name)}>{name}</b> {said}
      </span>
    </Link>
  )
}
