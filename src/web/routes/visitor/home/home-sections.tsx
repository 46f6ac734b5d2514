import type { Saying } from '#domain/centre/testimonial.ts'
import type { News } from '#domain/lists/news.server.ts'
import { AboutUs } from './about-us/about-us.tsx'
import { LatestPapers } from './latest-papers/latest-papers.tsx'
import { Offer } from './offer/offer.tsx'
import { Testimonials } from './testimonials/testimonials.tsx'
import { WhyChooseUs } from './why-choose-us/why-choose-us.tsx'

export function HomeSections({ latest, sayings }: { latest: News | null; sayings: Saying[] }) {
  return (
    <>
      <div className="stretch wrap">
        <div className="ruled">
          <LatestPapers latest={latest} number={1} />
          <AboutUs number={2} />
          <Offer number={3} />
        </div>
      </div>
      <WhyChooseUs number={4} />
      {sayings.length > 0 && (
        <div className="stretch wrap">
          <div className="ruled">
            <Testimonials sayings={sayings} number={5} />
          </div>
        </div>
      )}
    </>
  )
}
