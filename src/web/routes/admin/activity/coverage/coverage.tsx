import { Link } from 'react-router'
import { COVERAGES } from '#domain/activity/activity.ts'
import { typeLabel } from '#domain/language/labels.ts'
import { SCHOOL_GRADES } from '#domain/paper/paper.ts'
import { callAdmin } from '#web/routes/admin/client/call-admin.ts'
import { useDesk } from '#web/routes/admin/layout.tsx'
import { LoadFailed } from '#web/routes/admin/load-failed.tsx'
import type { ActivityAsk } from '../activity-address.ts'
import { Choices } from '../choices.tsx'
import { useActivity } from '../use-activity.ts'
import { CoverageGrid } from './coverage-grid.tsx'
import { groupsOf, yearsOf } from './coverage-rows.ts'

export function Coverage({
  ask,
  hrefOf,
}: {
  ask: ActivityAsk
  hrefOf: (change: Record<string, string>) => string
}) {
  const { now } = useDesk()
  const { of, grade, allYears } = ask
  const { data, failure, busy, again } = useActivity(['coverage', of], (options) =>
    callAdmin((api) => api.activity.coverage.$get({ query: { type: of } }), options),
  )
  const years = data ? yearsOf(data.covered, now, allYears) : []
  const groups = data ? groupsOf(data.covered, of, grade, years) : []
  return (
    <div className="grid gap-4">
      <Choices
        label="Board or exams"
        choices={COVERAGES.map((each) => ({
          name: each === 'exams' ? 'Exams' : typeLabel(each),
          to: hrefOf({ of: each }),
          current: each === of,
        }))}
      />
      {of !== 'exams' && (
        <Choices
          label="Class"
          choices={[...SCHOOL_GRADES, 'all' as const].map((each) => ({
            name: each === 'all' ? 'All' : each,
            to: hrefOf({ class: each }),
            current: each === grade,
          }))}
        />
      )}
      {failure && <LoadFailed sentence={failure} onRetry={again} />}
      {!data && !failure && (
        <div role="status" className="skeleton h-80">
          <span className="sr-only">Reading the coverage …</span>
        </div>
      )}
      {data && (
        <div className="grid gap-3" aria-busy={busy}>
          <CoverageGrid groups={groups} years={years} earlier={allYears ? null : hrefOf({ years: 'all' })} />
          {allYears && (
            <p>
              <Link className="action" to={hrefOf({ years: '' })} preventScrollReset replace>
                <span className="sweeps">Only the last ten years</span>
              </Link>
            </p>
          )}
        </div>
      )}
    </div>
  )
}
