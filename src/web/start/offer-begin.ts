/**
 * On a page where something is sat "Begin" is seen before hydration, which answers it: unless the address is that of a
 * class or of a sitting, or one goes on upon this device, which takes its place.
 */
export function offerBegin(): void {
  const paper = document.querySelector<HTMLElement>('[data-begins]')?.dataset.begins
  if (!paper || /[?&](?:class|sitting)=/.test(location.search) || isBeingSat(paper)) return
  document.documentElement.dataset.begins = ''
}

/** As `openSittingOf` in routes/visitor/sitting finds it, of whichever profile. */
function isBeingSat(id: string): boolean {
  try {
    return Object.entries(localStorage).some(([key, text]) => {
      if (!/(?:^|\/)sitting:/.test(key) || !text.includes(id)) return false
      const { paper, isMarked } = JSON.parse(text)
      return paper.id === id && !isMarked
    })
  } catch {
    // Not allowed to look, or damaged: there is none to go on with.
    return false
  }
}
