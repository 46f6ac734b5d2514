import { Link } from 'react-router'
import { channelsOf } from '#domain/centre/channels.ts'
import { SitePicture } from '#web/centre/site-picture.tsx'
import { useCentre } from '#web/centre/use-centre.ts'
import { Mark } from '#web/ui/mark.tsx'
import './about-us.css'
import drawings from '../panels.svg?url'
import { QuestionHead } from '../question-head.tsx'

/** As high as the tabs beside it at least. */
const PICTURE =
  'relative size-full min-h-116 object-cover bg-sheet border border-edge rounded-xs shadow-sheet'
const BULLETS = ['High-quality question papers', 'Study materials', 'Competitive exam support']

export function AboutUs({ number }: { number: number }) {
  const centre = useCentre()
  const { claims, contacts, name, place, pictures } = centre
  return (
    <section className="home-section" aria-labelledby="about-us">
      <QuestionHead id="about-us" number={number} heading="About us" />
      <div className="about-us">
        <div className="about-words">
          <p className="max-w-[22ch] font-bold text-[clamp(1.375rem,1.2rem_+_0.8vw,1.875rem)]/[1.2] tracking-[-0.015em] text-balance">
            Trusted by <span className="swept">over {claims.learners}</span> educators and learners
          </p>
          <p className="mt-4 max-w-[60ch] text-pretty">
            {name} is {place.charAt(0).toLowerCase() + place.slice(1)}. Our teaching team has over{' '}
            {claims.years} years of experience, and one aim: that no student walks into an exam hall without
            having sat the paper before. So the papers are free to open, the answers stand beside them where
            we have them, and a teacher is one message away.
          </p>
          <ul className="mt-5 grid gap-2">
            {BULLETS.map((bullet) => (
              <li key={bullet} className="flex items-center gap-3 font-semibold">
                <span className="text-ticked">
                  <Mark name="tick" />
                </span>
                {bullet}
              </li>
            ))}
          </ul>
          <p className="mt-7">
            <Link className="button button-line" to="/pricing" aria-describedby="about-us">
              Learn More<span className="sr-only"> about plans and prices</span>
            </Link>
          </p>
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start print:hidden">
          {pictures?.about ? (
            <SitePicture
              picture={pictures.about}
              use="about"
              alt={pictures.about.alt}
              sizes="(min-width: 64rem) 30rem, (min-width: 30rem) calc(100vw - 12rem), calc(100vw - 6rem)"
              className={PICTURE}
            />
          ) : (
            <svg
              className={PICTURE}
              role="img"
              aria-label="A classroom: a blackboard with a parabola, a ceiling fan and a clock, and on the desk papers, a pen and a tumbler of coffee"
            >
              <use href={`${drawings}#classroom`} />
            </svg>
          )}
          <ul className="about-tabs" aria-label="How to reach us">
            <li>
              <a href={`tel:${contacts.phone.replaceAll(' ', '')}`} data-tap="phone" aria-label="Phone">
                <Mark name="phone" size={20} />
                <span>Phone</span>
              </a>
            </li>
            <li>
              <a href={`mailto:${contacts.email}`} data-tap="email" aria-label="Email">
                <Mark name="email" size={20} />
                <span>Email</span>
              </a>
            </li>
            {channelsOf(centre).map(({ id, name: channel, address }) => (
              <li key={id}>
                <a href={address} target="_blank" rel="noopener noreferrer" aria-label={channel}>
                  <Mark name={id} size={20} />
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
