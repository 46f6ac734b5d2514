import { type Announcement, NOTICE_LIMITS } from '#domain/centre/content-schemas.ts'
import { currentAnnouncement } from '#domain/centre/notices-now.ts'
import { readLink } from '#domain/centre/typed-contacts.ts'
import { daysFrom, indiaDay, shortDay } from '#domain/time/india-time.ts'
import { useDesk } from '../layout.tsx'
import { useSiteDesk } from './field-language.ts'
import { TextField } from './site-fields.tsx'
import { SiteList } from './site-list.tsx'

/** As long as most are left standing. */
const USUAL_DAYS = 7

export function AnnouncementsGroup() {
  const { value } = useSiteDesk()
  const today = indiaDay(useDesk().now)
  const all = (value('announcements') ?? []) as Announcement[]
  const shown = currentAnnouncement(all, today)
  return (
    <>
      <p className="text-quiet">
        A line on top of Home and Practice while it lasts. Where several last at once, the newest is shown; a
        visitor may close it.
      </p>
      <SiteList
        path="announcements"
        name="Announcement"
        least={0}
        most={NOTICE_LIMITS.announcements}
        fresh={{ text: '', link: '', from: today, until: daysFrom(today, USUAL_DAYS) }}
      >
        {(path) => (
          <div className="grid gap-4">
            <p className="text-quiet text-sm">{stateOf(value(path) as Announcement, shown, today)}</p>
            <TextField path={`${path}.text`} />
            <TextField path={`${path}.link`} read={readLink} />
            <div className="site-two">
              <TextField path={`${path}.from`} type="date" />
              <TextField path={`${path}.until`} type="date" />
            </div>
          </div>
        )}
      </SiteList>
    </>
  )
}

function stateOf(announcement: Announcement, shown: Announcement | null, today: string) {
  const { from, until } = announcement
  if (announcement === shown) return 'Shown now, once it is published.'
  if (until < today) return 'Over: nobody sees it.'
  if (from > today && Date.parse(from)) return `Begins on ${shortDay(from)}.`
  return shown ? 'A newer one stands in its place today.' : 'Not shown.'
}
