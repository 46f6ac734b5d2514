import { useLabels } from '#web/language/use-labels.ts'
import { useMessages } from '#web/language/use-messages.ts'

export function SpecimenPaper() {
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
