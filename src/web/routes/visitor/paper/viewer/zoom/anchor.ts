/** A point of a page that is to stay where it is while the layout around it changes: fractions of the page's picture. */
export type Anchor = { leaf: Element; across: number; down: number }

/** What scrolls the pages: their table when they fill the screen, the window otherwise. */
function scrollerOf(list: Element): Element | null {
  return list.closest('[data-full] > .reading-table')
}

/** The top and the height of what is seen of the pages, in pixels of the window. */
export function viewOf(list: Element): { top: number; height: number } {
  const box = scrollerOf(list)?.getBoundingClientRect()
  return box ? { top: box.top, height: box.height } : { top: 0, height: window.innerHeight }
}

/** The point of a page that lies at (x, y) of the window, or null where the pages do not reach. */
export function anchorAt(list: Element, x: number, y: number): Anchor | null {
  for (const leaf of list.children) {
    const { top, bottom } = leaf.getBoundingClientRect()
    if (y < top || (y >= bottom && leaf.nextElementSibling)) continue
    // The gap below a page belongs to it, and is as high at any scale.
    const box = pictureOf(leaf)
    return { leaf, across: (x - box.left) / box.width, down: Math.min(1, (y - box.top) / box.height) }
  }
  return null
}

/** Scrolls so that the point lies at (x, y) of the window again. */
export function bringTo({ leaf, across, down }: Anchor, x: number, y: number) {
  const box = pictureOf(leaf)
  const by = { left: box.left + across * box.width - x, top: box.top + down * box.height - y }
  const scroller = leaf.parentElement && scrollerOf(leaf.parentElement)
  if (scroller) scroller.scrollBy({ ...by, behavior: 'instant' })
  else window.scrollBy({ top: by.top, behavior: 'instant' })
}

function pictureOf(leaf: Element) {
  return (leaf.firstElementChild ?? leaf).getBoundingClientRect()
}
