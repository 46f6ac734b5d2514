import type { Centre } from '#domain/centre/centre.ts'
import { opensNow } from './slideshow-opening.ts'

/** Opens the page's slideshow, if there is one and it may open; loads what turns its slides only then. */
export function openSlideshow(dialog: HTMLDialogElement | null): void {
  if (!dialog || dialog.open || !opensNow(dialog.dataset.opens as Centre['slideshow']['opens'])) return
  // Where the connection fails, the page stands without it.
  import('./turn-slides.ts').then(
    ({ showSlides }) => dialog.isConnected && showSlides(dialog),
    () => {},
  )
}
