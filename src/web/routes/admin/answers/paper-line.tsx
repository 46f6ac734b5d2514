import { gradeLabel, typeLabel } from '#domain/language/labels.ts'
import type { DeskPaper } from '#domain/paper/desk-paper.ts'
import { ALL_SUBJECTS } from '#domain/paper/paper.ts'

export function PaperLine({ paper }: { paper: DeskPaper }) {
  return (
    <span className="answer-paper" data-subject={paper.subject}>
      <span className="thumbnail">
        {paper.thumbnail && (
          <img src={paper.thumbnail} alt="" width={44} height={62} loading="lazy" decoding="async" />
        )}
      </span>
      <span className="min-w-0">
        <span
          className="block font-semibold leading-snug"
          lang={/\p{Script=Tamil}/u.test(paper.title) ? 'ta' : undefined}
        >
          {paper.title}
        </span>
        <span className="block text-quiet text-sm leading-snug">
          {typeLabel(paper.type)} · {gradeLabel(paper.grade)}
          {paper.subject !== ALL_SUBJECTS && ` · ${paper.subject}`} · {paper.month} {paper.year}
          {' · '}
          <span className={paper.answers ? 'font-semibold text-ticked' : ''}>
            {ANSWERS[paper.answers ?? 'none']}
          </span>
        </span>
      </span>
    </span>
  )
}

const ANSWERS = { file: 'has answers', link: 'has a link to answers', none: 'no answers yet' }
