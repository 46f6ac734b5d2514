import { lastRead } from '#web/routes/visitor/paper/kept-places.ts'

/** On Home, before React and after: a line over the page, which does not move. Takes it away where Home is left. */
export function offerResume(): () => void {
  let isLeft = false
  if (document.querySelector('main.home') && lastRead())
    void import('./offer-line.ts').then(
      ({ showResume }) => isLeft || showResume(),
      () => {},
    )
  return () => {
    isLeft = true
    document.querySelector('[data-offer="resume"]')?.remove()
  }
}
