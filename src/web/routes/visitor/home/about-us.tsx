import { channelsOf } from '#domain/centre/channels.ts'
import { SitePicture } from '#web/centre/site-picture.tsx'
import { useCentre } from '#web/centre/use-centre.ts'
import { useMessages } from '#web/language/use-messages.ts'
import { withNodes } from '#web/language/with-nodes.tsx'
import { Link } from '#web/link.tsx'
import { Icon } from '#web/ui/icon.tsx'
import illustrations from './panels.svg?url'
import { QuestionHead } from './question-head.tsx'
import { TrustedBy } from './trusted-by.tsx'

/** As high as the tabs next to it at least. */
const SHEET = 'relative size-full min-h-116 bg-sheet border border-edge rounded-xs shadow-sheet'

export function AboutUs({ number }: { number: number }) {
  const centre = useCentre()
  const { claims, contacts, name, place, pictures } = centre
  const m = useMessages()
  const bullets = [m.home_about_bullet_papers(), m.home_about_bullet_materials(), m.home_about_bullet_exams()]
  return (
    <section className="home-section" aria-labelledby="about-us">
      <QuestionHead id="about-us" number={number} heading={m.home_about_heading()} />
      <div className="about-us">
        <div className="about-words">
          <p className="max-w-[22ch] font-bold text-[clamp(1.375rem,1.2rem_+_0.8vw,1.875rem)]/[1.2] tracking-[-0.015em] text-balance">
            <TrustedBy learners={claims.learners} />
          </p>
          <p className="mt-4 max-w-[60ch] text-pretty">
            {m.home_about_mission({
              name,
              place: place.charAt(0).toLowerCase() + place.slice(1),
              years: claims.years,
            })}
          </p>
          <ul className="mt-5 grid gap-2">
            {bullets.map((bullet) => (
              <li key={bullet} className="flex items-center gap-3 font-semibold">
                <span className="text-ticked">
                  <Icon name="tick" />
                </span>
                {bullet}
              </li>
            ))}
          </ul>
          <p className="mt-7">
            <Link className="button button-line" to="/pricing" aria-describedby="about-us">
              {withNodes((node) =>
                m.home_about_learn_more({
                  hidden: node(<span className="sr-only">{m.home_about_learn_more_hidden()}</span>),
                }),
              )}
            </Link>
          </p>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start print:hidden">
          {pictures?.about ? (
            // Whole, as it was cropped, where the sheet is taller.
            <div className={`${SHEET} graph-paper grid content-center`}>
              <SitePicture
                picture={pictures.about}
                use="about"
                alt={pictures.about.alt}
                sizes="(min-width: 64rem) 30rem, (min-width: 30rem) calc(100vw - 12rem), calc(100vw - 6rem)"
                className="block w-full h-auto"
              />
            </div>
          ) : (
            <svg className={`${SHEET} object-cover`} role="img" aria-label={m.home_about_picture()}>
              <use href={`${illustrations}#classroom`} />
            </svg>
          )}
          <ul className="about-tabs" aria-label={m.home_about_reach()}>
            <li>
              <a
                href={`tel:${contacts.phone.replaceAll(' ', '')}`}
                data-cta="phone"
                aria-label={m.home_about_phone()}
              >
                <Icon name="phone" size={20} />
                <span>{m.home_about_phone()}</span>
              </a>
            </li>
            <li>
              <a href={`mailto:${contacts.email}`} data-cta="email" aria-label={m.home_about_email()}>
                <Icon name="email" size={20} />
                <span>{m.home_about_email()}</span>
              </a>
            </li>
            {channelsOf(centre).map(({ id, name: channel, address }) => (
              <li key={id}>
                <a href={address} target="_blank" rel="noopener noreferrer" aria-label={channel}>
                  <Icon name={id} size={20} />
                  <span>{channel}</span>
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
