/** A point of a page as fractions of its picture, to be kept in place while the layout changes. */
export type Anchor = { leaf: Element; across: number; down: number }

/** The table in full screen, otherwise null for the window. */
function scrollerOf(list: Element): Element | null {
  return list.closest('[data-full] > .reading-table')
}

/** The visible part of the pages, in pixels of the window. */
export function viewOf(list: Element): { top: number; height: number } {
  const box = scrollerOf(list)?.getBoundingClientRect()
  return box ? { top: box.top, height: box.height } : { top: 0, height: window.innerHeight }
}

/** Null where the pages do not reach. */
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

export function scrollToAnchor({ leaf, across, down }: Anchor, x: number, y: number) {
  const box = pictureOf(leaf)
  const by = { left: box.left + across * box.width - x, top: box.top + down * box.height - y }
  const scroller = leaf.parentElement && scrollerOf(leaf.parentElement)
  if (scroller) scroller.scrollBy({ ...by, behavior: 'instant' })
  else window.scrollBy({ top: by.top, behavior: 'instant' })
}

function pictureOf(leaf: Element) {
  return (leaf.querySelector('.leaf-place') ?? leaf).getBoundingClientRect()
}
